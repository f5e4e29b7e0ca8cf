subroutine flag(a, n, r, w)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: a(n)
  integer, intent(out) :: r, w
  integer :: b
  !$sextant requires n >= 1 .and. all(k = 1:n, 0 <= a(k) .and. a(k) <= 2)
  !$sextant ensures all(k = 1:r, a(k) == 0) .and. all(k = r + 1:w - 1, a(k) == 1) .and. all(k = w:n, a(k) == 2)
  r = 0
  w = 1
  b = n
  do while (w <= b)
    !$sextant invariant 0 <= r .and. r < w .and. w <= b .and. b <= n .and. all(k = 1:n, 0 <= a(k) .and. a(k) <= 2)
    !$sextant invariant all(k = 1:r, a(k) == 0) .and. all(k = r + 1:w - 1, a(k) == 1)
    !$sextant invariant all(k = b + 1:n, a(k) == 2)
    !$sextant measure b - w
    select case (a(w))
    case (1)
      w = w + 1
    case (0)
      r = r + 1
      a(w) = a(r)
      a(r) = 0
      w = w + 1
    case default
      a(w) = a(b)
      a(b) = 2
      b = b - 1
    end select
  end do
end subroutine flag
