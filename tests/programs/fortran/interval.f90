! inputs: int(-9,9) int(-9,9) int(-9,9) int(-9,9)
program main
  implicit none
  integer :: a, b, c, d, low, high
  logical :: found
  read (*,*) a, b, c, d
  call overlap(a, b, c, d, low, high, found)
  if (found) then
    print *, 'from', low, 'to', high
  else
    print *, 'nothing'
  end if
end program main
subroutine overlap(a, b, c, d, low, high, found)
  implicit none
  integer, intent(in) :: a, b, c, d
  integer, intent(out) :: low, high
  logical, intent(out) :: found
  low = max(min(a, b), min(c, d))
  high = min(max(a, b), max(c, d))
  found = low <= high
end subroutine overlap
