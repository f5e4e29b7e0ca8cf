subroutine p(a, n, s)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, intent(out) :: s
  integer :: i
  !$sextant requires n >= 1
  s = 0
  do i = 1, n
    if (a(i) > 0) s = s + a(i)
  end do
end subroutine
