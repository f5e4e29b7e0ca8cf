! inputs: real(-4,4) real(-4,4) real(-3,3)
program main
  implicit none
  real :: low, high, t, mid
  integer :: side
  read (*,*) low, high, t
  call halve(low, high, t, mid, side)
  print '(f10.4,i4)', mid, side
end program main
subroutine halve(low, high, t, mid, side)
  implicit none
  real, intent(in) :: low, high, t
  real, intent(out) :: mid
  integer, intent(out) :: side
  integer :: i
  real :: a, b
  a = min(low, high)
  b = max(low, high)
  side = 0
  mid = a
  if (t < a .or. t > b) return
  do i = 1, 3
    mid = (a + b)/2.0
    if (mid < t) then
      a = mid
      side = side + 1
    else
      b = mid
      side = side - 1
    end if
  end do
end subroutine halve
