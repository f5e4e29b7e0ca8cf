subroutine square(N, X)
  integer :: N, X, I
  do I = 1, N
    X = X * X + 2 * X
  end do
end subroutine
