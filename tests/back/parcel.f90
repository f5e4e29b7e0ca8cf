! A path over several program units.
subroutine parcel(a, n, k, r)
  implicit none
  integer, intent(in) :: n, k
  real, intent(inout) :: a(n)
  real, intent(out) :: r
  call scale(a(k), 2.0)
  if (a(k) > 10.0) then
    r = area(a(k), 3.0)
  else
    r = 0.0
  end if
contains
  real function area(x, y)
    real, intent(in) :: x, y
    area = 0.0
    if (x < y) return
    area = x*y
  end function area
end subroutine parcel

subroutine scale(x, factor)
  implicit none
  real, intent(inout) :: x
  real, intent(in) :: factor
  if (factor > 1.0) x = x*factor
end subroutine scale
