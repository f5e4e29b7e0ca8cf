! Negative numbers to the front.
subroutine partition(a, n, p)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer, intent(out) :: p
  integer :: i
  real :: t
  !$sextant requires n >= 0
  !$sextant ensures 0 <= p .and. p <= n .and. all(k = 1:p, a(k) < 0.0) .and. all(k = p + 1:n, a(k) >= 0.0)
  p = 0
  do i = 1, n
    !$sextant invariant 0 <= p .and. p < i .and. i <= n
    !$sextant invariant all(k = 1:p, a(k) < 0.0) .and. all(k = p + 1:i - 1, a(k) >= 0.0)
    if (a(i) < 0.0) then
      p = p + 1
      t = a(p)
      a(p) = a(i)
      a(i) = a(p)
    end if
  end do
end subroutine partition
