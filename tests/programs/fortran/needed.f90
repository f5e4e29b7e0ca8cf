! inputs: int(-2,6) int(0,4)
program main
  implicit none
  integer :: v(4), k, d
  read (*,*) k, d
  v = [3, 0, 7, 1]
  if (k >= 1 .and. k <= 4) then
    print *, v(k)
  end if
  if (k >= 1 .and. k <= 4 .and. v(min(max(k, 1), 4)) > 2) print *, 'large'
  if (d /= 0 .and. mod(10, max(d, 1)) == 0) print *, 'divides'
  if (k < 1 .or. k > 4 .or. looks(min(max(k, 1), 4))) print *, 'outside or odd'
  if (k >= 1 .and. k <= 4 .and. .not. looks(max(1, min(k, 4)))) print *, 'even'
contains
  logical function looks(i)
    integer, intent(in) :: i
    looks = mod(v(i), 2) == 1
  end function looks
end program main
