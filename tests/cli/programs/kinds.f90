! Parameters of every kind.
module shapes
  implicit none
  type point
    real :: x, y
    character(len=2) :: tag
  end type point
  real :: scale = 2.0
contains
  subroutine sum_rows(a, s)
    real, intent(in) :: a(:,:)
    real, intent(out) :: s(:)
    integer :: i, j
    do i = 1, size(a, 1)
      s(i) = 0.0
      do j = 1, size(a, 2)
        s(i) = s(i) + a(i, j)
      end do
    end do
  end subroutine sum_rows

  subroutine grow(list, n)
    real, allocatable, intent(inout) :: list(:)
    integer, intent(in) :: n
    if (allocated(list)) then
      list(1) = list(1) + n
    else
      allocate(list(n))
      list(n) = 1.0
    end if
  end subroutine grow

  subroutine move(p, dx, dy)
    type(point), intent(inout) :: p
    real, intent(in) :: dx
    real, intent(in), optional :: dy
    p%x = p%x + scale*dx
    if (present(dy)) p%y = p%y + dy
    if (p%tag == 'up') p%tag = 'ok'
  end subroutine move

  function twice(f, x) result(y)
    interface
      real function f(t)
        real, intent(in) :: t
      end function f
    end interface
    real, intent(in) :: x
    real :: y
    y = f(f(x))
  end function twice

  real function square(t)
    real, intent(in) :: t
    square = t*t
  end function square

  subroutine longest(words, best)
    character(len=*), intent(in) :: words(:)
    character(len=*), intent(out) :: best
    integer :: i
    best = ' '
    do i = 1, size(words)
      if (len_trim(words(i)) > len_trim(best)) best = words(i)
    end do
  end subroutine longest

  subroutine turn(z, n)
    complex, intent(inout) :: z(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      z(i) = conjg(z(i))*(0.0, 1.0)
    end do
  end subroutine turn
end module shapes
