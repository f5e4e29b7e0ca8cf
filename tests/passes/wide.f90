! What is more than integers and their arrays: shared storage, records, strings, complex numbers, connectives that stop early.
subroutine shared(n, r)
  integer, intent(in) :: n
  integer, intent(out) :: r
  integer :: a(4), b(2)
  equivalence (a(2), b(1))
  a(1) = 1; a(2) = 2; a(3) = 3; a(4) = 4
  b(1) = n
  r = a(2) + a(3)
end subroutine
subroutine records(n, s, z)
  type point
    integer :: x, y
  end type
  integer, intent(in) :: n
  character(len=5), intent(out) :: s
  complex, intent(out) :: z
  type(point) :: p
  p%x = n
  p%y = 2*n
  if (p%x > p%y) p = point(1, 2)
  s = 'no'
  if (p%x == 3) s = 'three'
  z = cmplx(p%x, p%y)
end subroutine
subroutine pick(n, a, r)
  integer, intent(in) :: n
  integer, intent(in) :: a(10)
  integer, intent(out) :: r
  r = 0
  if (n >= 1 .and. n <= 10 .and. a(n) > 0) r = 1
end subroutine
subroutine bounds(a, n, i)
  integer, intent(in) :: n, i
  integer, intent(inout) :: a(0:n)
  integer :: m(3, 0:2)
  a(0) = 7
  a(i) = 8
  m(2, 0) = 1
  m(i, 1) = a(0)
end subroutine
subroutine inside(n, r)
  integer, intent(in) :: n
  integer, intent(out) :: r
  integer :: i, j
  r = 0
  outer: do i = 1, 2
    do j = 1, 2
      if (j == n) cycle outer
      if (i*j > n) exit outer
      r = r + 1
    end do
  end do outer
  do
    if (r > 3) exit
    r = r + 2
  end do
end subroutine
