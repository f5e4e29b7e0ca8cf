subroutine jordan(N, X, Y, Z)
  integer :: N, X, Y, Z, I
  do I = 1, N
    X = X + Y
    Y = Y + Z
    Z = 2 * Z
  end do
end subroutine
