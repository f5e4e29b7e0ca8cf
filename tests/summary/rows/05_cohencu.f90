subroutine cohencu(A, N, X, Y, Z)
  integer :: A, N, X, Y, Z
  N = 0
  X = 0
  Y = 1
  Z = 6
  do while (N <= A)
    N = N + 1
    X = X + Y
    Y = Y + Z
    Z = Z + 6
  end do
end subroutine
