subroutine toggle(N, X, S)
  integer :: N, X, S, I
  S = 0
  do I = 1, N
    S = S + X
    X = 1 - X
  end do
end subroutine
