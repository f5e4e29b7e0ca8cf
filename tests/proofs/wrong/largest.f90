! The greatest element of a real array, and where it stands.
subroutine largest(a, n, m, at)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(out) :: m
  integer, intent(out) :: at
  integer :: i
  !$sextant requires n >= 1
  !$sextant ensures 1 <= at .and. at <= n .and. a(at) == m .and. all(k = 1:n, a(k) <= m)
  m = a(1)
  at = 1
  do i = 2, n
    !$sextant invariant 2 <= i .and. i <= n .and. 1 <= at .and. at < i
    !$sextant invariant a(at) == m .and. all(k = 1:i - 1, a(k) <= m)
    if (a(i) < m) then
      m = a(i)
      at = i
    end if
  end do
end subroutine largest
