! Derived types, optional arguments, and an array whose size its caller knows.
module places
  implicit none
  type place
    real :: x, y
    integer :: tag = 3
  end type
contains
  function distance(at, scale) result(found)
    type(place), intent(in) :: at
    real, intent(in), optional :: scale
    real :: found
    found = abs(at%x) + abs(at%y)
    if (present(scale)) found = found * scale
    if (at%tag == 7) found = -1
  end function
end module
subroutine pick(x, n, r)
  real :: x(*), r
  integer :: n
  r = 0
  if (n > 3 .and. n < 10) r = x(n)
  if (r > 2.5) r = -r
end subroutine
complex function turned(z, k)
  complex :: z
  integer :: k
  turned = z
  if (real(z) > aimag(z)) turned = z * (0.0, 1.0)
  if (k > 3) turned = conjg(turned)
end function
