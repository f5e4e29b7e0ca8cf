! The sums of the rows of a matrix, kept as partial sums.
subroutine rowsums(a, s, n, m)
  implicit none
  integer, intent(in) :: n, m
  integer, intent(in) :: a(n, m)
  integer, intent(out) :: s(n, 0:m)
  integer :: i, j
  !$sextant requires n >= 1 .and. m >= 1
  !$sextant ensures all(p = 1:n, s(p, 0) == 0 .and. all(q = 1:m, s(p, q) == s(p, q - 1) + a(p, q)))
  do i = 1, n
    !$sextant invariant 1 <= i .and. i <= n
    !$sextant invariant all(p = 1:i - 1, s(p, 0) == 0 .and. all(q = 1:m, s(p, q) == s(p, q - 1) + a(p, q)))
    s(i, 0) = 0
    do j = 1, m
      !$sextant invariant 1 <= i .and. i <= n .and. 1 <= j .and. j <= m .and. s(i, 0) == 0
      !$sextant invariant all(p = 1:i - 1, s(p, 0) == 0 .and. all(q = 1:m, s(p, q) == s(p, q - 1) + a(p, q)))
      !$sextant invariant all(q = 1:j - 1, s(i, q) == s(i, q - 1) + a(i, q))
      s(i, j) = s(i, j - 1) + a(i, j)
    end do
  end do
end subroutine rowsums
