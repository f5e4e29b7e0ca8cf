! inputs: int(-9,9) int(-9,9) int(1,5)
module shapes
  implicit none
  type point
    integer :: x, y
  end type point
  type box
    type(point) :: low, high
    character(len=4) :: name
  end type box
contains
  integer function area(b)
    type(box), intent(in) :: b
    area = (b%high%x - b%low%x)*(b%high%y - b%low%y)
  end function area
  function moved(b, d) result(r)
    type(box), intent(in) :: b
    type(point), intent(in) :: d
    type(box) :: r
    r = b
    r%low%x = b%low%x + d%x
    r%low%y = b%low%y + d%y
    r%high = point(b%high%x + d%x, b%high%y + d%y)
  end function moved
end module shapes
program main
  use shapes
  implicit none
  type(box) :: b, c, list(3)
  integer :: i, x, y, s
  read (*,*) x, y, s
  b = box(point(0, 0), point(s, s + 1), 'unit')
  c = moved(b, point(x, y))
  print *, area(b), area(c), c%low%x, c%low%y, c%name
  do i = 1, 3
    list(i) = moved(c, point(i, -i))
  end do
  print *, list%high%x, list(2)%low
end program main
