subroutine ps6(K, C, Y, X)
  integer :: K, C, Y, X
  C = 0
  Y = 0
  X = 0
  do while (C < K)
    C = C + 1
    Y = Y + 1
    X = X + Y ** 5
  end do
end subroutine
