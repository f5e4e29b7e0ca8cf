! inputs: int(-4,30)
program main
  implicit none
  integer :: n, steps, peak
  read (*,*) n
  call collatz(n, steps, peak)
  print *, n, steps, peak
end program main
subroutine collatz(n, steps, peak)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: steps, peak
  integer :: k
  k = n
  steps = 0
  peak = n
  do while (k > 1)
    if (mod(k, 2) == 0) then
      k = k/2
    else
      k = 3*k + 1
    end if
    steps = steps + 1
    if (k > peak) peak = k
  end do
end subroutine collatz
