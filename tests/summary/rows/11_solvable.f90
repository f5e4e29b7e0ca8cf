subroutine solvable(N, X, Y)
  integer :: N, X, Y, I
  do I = 1, N
    X = 2 * X + Y * Y
    Y = 3 * Y
  end do
end subroutine
