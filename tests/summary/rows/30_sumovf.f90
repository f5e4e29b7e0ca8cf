subroutine total(N, S)
  integer :: N, S, I
  S = 0
  I = 1
  do while (I <= N)
    S = S + I
    I = I + 1
  end do
end subroutine
