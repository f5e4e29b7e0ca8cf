subroutine sqroot(N, A, S, T)
  integer :: N, A, S, T
  A = 0
  S = 1
  T = 1
  do while (S <= N)
    A = A + 1
    T = T + 2
    S = S + T
  end do
end subroutine
