module lists
  type node
    integer :: value
    type(node), pointer :: next => null()
    real, allocatable :: data(:)
  end type
contains
  subroutine push(head, v)
    type(node), pointer :: head, fresh
    integer, intent(in) :: v
    allocate (fresh)
    fresh%value = v
    fresh%next => head
    allocate (fresh%data(0:v))
    fresh%data = 1.5
    fresh%data(v) = 2
    head => fresh
  end subroutine
  integer function length(head)
    type(node), pointer :: head, at
    length = 0
    at => head
    do
      if (.not. associated(at)) exit
      length = length + size(at%data)
      at => at%next
    end do
  end function
  subroutine grow(a)
    real, allocatable, intent(inout) :: a(:)
    real, allocatable :: b(:)
    integer :: stat
    allocate (b(2*size(a)), stat=stat)
    b(:size(a)) = a
    call move_alloc(b, a)
    if (allocated(b)) deallocate (b)
  end subroutine
end module
