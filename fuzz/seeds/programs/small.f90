subroutine add(a, n, total)
  integer :: n, a(n), total, i
  total = 0
  do i = 1, n
    if (a(i) > 0) total = total + a(i)
  end do
end subroutine
function area(x, name, deep) result(y)
  real :: x, y
  character(len=*) :: name
  logical, optional :: deep
  y = x * x
  if (name == 'cube') y = y * x
  if (present(deep)) y = -y
end function
subroutine turn(z, m)
  complex :: z
  real :: m(2, 2)
  if (real(z) > m(1, 2)) z = conjg(z) * m(2, 1)
end subroutine
