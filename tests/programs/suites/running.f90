! infeasible: 0
subroutine running(n, x, total, peak, negative)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: total, peak
  integer, intent(out) :: negative
  integer :: i
  total = 0
  peak = 0
  negative = 0
  do i = 1, n
    total = total + x(i)
    if (x(i) < 0) then
      negative = negative + 1
      cycle
    end if
    if (total > peak) peak = total
    if (peak > 100) exit
  end do
end subroutine running
