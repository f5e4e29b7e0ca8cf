! call: shift(p = ("X", "Y", 'ab'), "N", list(1:2) = ("X", 1.5))
! inputs: X real, Y real, N int 0 3
module points
  type point
    real :: x, y
    character(len=2) :: tag
  end type point
contains
  subroutine shift(p, n, list)
    type(point), intent(inout) :: p
    integer, intent(in) :: n
    real, allocatable, intent(inout) :: list(:)
    real, allocatable :: copy(:)
    integer :: i
    select case (n)
    case (0)
      p%tag = 'no'
    case (1:2)
      p%x = p%x + n
      if (p%x > p%y) p%tag(1:1) = 'x'
    case default
      allocate(copy(3))
      do i = 1, 3
        copy(i) = i*p%y
      end do
      deallocate(list)
      allocate(list(3))
      list = copy
    end select
  end subroutine shift
end module points
