! The rows of a matrix become the columns of another.
subroutine transpose(a, b, n, m)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(n, m)
  real, intent(out) :: b(m, n)
  integer :: i, j
  !$sextant requires n >= 0 .and. m >= 0
  !$sextant ensures all(p = 1:n, all(q = 1:m, b(q, p) == a(p, q)))
  do i = 1, n
    !$sextant invariant 1 <= i .and. i <= n
    !$sextant invariant all(p = 1:i - 1, all(q = 1:m, b(q, p) == a(p, q)))
    do j = 1, m
      !$sextant invariant 1 <= i .and. i <= n .and. 1 <= j .and. j <= m
      !$sextant invariant all(p = 1:i - 1, all(q = 1:m, b(q, p) == a(p, q)))
      !$sextant invariant all(q = 1:j - 1, b(q, i) == a(i, q))
      b(j, i) = a(i, j)
    end do
  end do
end subroutine transpose
