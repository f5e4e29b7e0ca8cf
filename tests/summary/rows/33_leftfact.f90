subroutine leftfac(N, F, S)
  integer :: N, F, S, I
  F = 1
  S = 0
  I = 1
  do while (I <= N)
    F = F * I
    S = S + F
    I = I + 1
  end do
end subroutine
