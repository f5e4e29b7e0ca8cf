! Elimination in a system of two equations, with the larger pivot; SINGULAR if there is none.
! The defect: the pivot is used before it is looked at.
subroutine solve2(m, r, x, singular)
  implicit none
  real, intent(in) :: m(2, 2), r(2)
  real, intent(out) :: x(2)
  logical, intent(out) :: singular
  real :: a(2, 2), b(2), factor
  integer :: row, first, second
  a = m
  b = r
  x = 0.0
  first = 1
  if (abs(a(2, 1)) > abs(a(1, 1))) first = 2
  second = 3 - first
  factor = a(second, 1)/a(first, 1)
  singular = a(first, 1) == 0.0
  if (singular) return
  a(second, 2) = a(second, 2) - factor*a(first, 2)
  b(second) = b(second) - factor*b(first)
  singular = a(second, 2) == 0.0
  if (singular) return
  x(2) = b(second)/a(second, 2)
  x(1) = (b(first) - a(first, 2)*x(2))/a(first, 1)
  do row = 1, 2
    !$sextant assert (m(row, 1)*x(1) + m(row, 2)*x(2) == r(row))
  end do
end subroutine solve2
