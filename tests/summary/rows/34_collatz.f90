subroutine collatz(N)
  integer :: N
  do while (N /= 1)
    if (MODULO(N, 2) == 1) then
      N = 3 * N + 1
    else
      N = N / 2
    end if
  end do
end subroutine
