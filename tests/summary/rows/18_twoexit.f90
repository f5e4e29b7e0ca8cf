subroutine twoexit(N, M, I)
  integer :: N, M, I
  I = 0
  do while (I < N)
    if (I * I > M) exit
    I = I + 1
  end do
end subroutine
