subroutine insertion(a, n)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: a(n)
  integer :: i, j, t
  !$sextant requires n >= 1
  !$sextant ensures all(k = 1:n - 1, a(k) <= a(k + 1))
  do i = 2, n
    !$sextant invariant 2 <= i .and. i <= n .and. all(k = 1:i - 2, a(k) <= a(k + 1))
    j = i
    do
      !$sextant invariant 1 <= j .and. j <= i .and. i <= n
      !$sextant invariant all(k = 1:j - 2, a(k) <= a(k + 1)) .and. all(k = j:i - 1, a(k) <= a(k + 1))
      !$sextant invariant (j < i .and. j > 1) .implies. a(j - 1) <= a(j + 1)
      !$sextant measure j
      if (j == 1) exit
      if (a(j - 1) <= a(j)) exit
      t = a(j - 1)
      a(j - 1) = a(j)
      a(j) = t
      j = j - 1
    end do
  end do
end subroutine insertion
