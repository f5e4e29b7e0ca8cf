subroutine logup(N, I)
  integer :: N, I
  I = 1
  do while (I < N)
    I = I * 2
  end do
end subroutine
