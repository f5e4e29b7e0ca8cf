subroutine geo1(K, Z, X, Y)
  integer :: K, Z, X, Y, C
  X = 1
  Y = Z
  C = 1
  do while (C < K)
    C = C + 1
    X = X * Z + 1
    Y = Y * Z
  end do
end subroutine
