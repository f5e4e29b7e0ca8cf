! Real numbers in order, by exchanging neighbours.
subroutine bubble(a, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  real :: t
  integer :: i, j
  !$sextant requires n >= 1
  !$sextant ensures all(k = 1:n - 1, a(k) <= a(k + 1))
  do i = n, 2, -1
    !$sextant invariant 2 <= i .and. i <= n
    !$sextant invariant all(k = i + 1:n - 1, a(k) <= a(k + 1))
    !$sextant invariant i < n .implies. all(k = 1:i, a(k) <= a(i + 1))
    do j = 1, i - 2
      !$sextant invariant 1 <= j .and. j < i .and. i <= n
      !$sextant invariant all(k = i + 1:n - 1, a(k) <= a(k + 1))
      !$sextant invariant i < n .implies. all(k = 1:i, a(k) <= a(i + 1))
      !$sextant invariant all(k = 1:j - 1, a(k) <= a(j))
      if (a(j) > a(j + 1)) then
        t = a(j)
        a(j) = a(j + 1)
        a(j + 1) = t
      end if
    end do
  end do
end subroutine bubble
