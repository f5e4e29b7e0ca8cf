subroutine unsolve(N, X, Y, Z)
  integer :: N, X, Y, Z, I, U
  Z = 0
  do I = 1, N
    Z = 1 - Z
    U = Y
    X = 2 * X + U * U + Z
    Y = 2 * U - U * U + 2 * Z
  end do
end subroutine
