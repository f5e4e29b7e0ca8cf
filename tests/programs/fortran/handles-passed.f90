! inputs: int(-9,9)
! Allocatables and pointers as arguments and results.
module m
  implicit none
  type node
    integer :: v
    type(node), pointer :: next => null()
  end type
contains
  subroutine push(head, v)
    type(node), pointer :: head
    integer, intent(in) :: v
    type(node), pointer :: n
    allocate(n)
    n%v = v
    n%next => head
    head => n
  end subroutine
  function find(head, v) result(r)
    type(node), pointer :: head, r
    integer, intent(in) :: v
    r => head
    do while (associated(r))
      if (r%v == v) return
      r => r%next
    end do
  end function
  subroutine grow(a, n)
    integer, allocatable, intent(inout) :: a(:)
    integer, intent(in) :: n
    integer, allocatable :: t(:)
    if (.not. allocated(a)) then
      allocate(a(n)); a = 0
    else
      allocate(t(size(a)+n)); t = -1
      t(1:size(a)) = a
      call move_alloc(t, a)
    end if
  end subroutine
  subroutine opt(a, b)
    integer, allocatable, optional :: a(:)
    integer, optional :: b
    print *, present(a), present(b)
    if (present(a)) print *, allocated(a)
  end subroutine
  subroutine outs(a)
    real, allocatable, intent(out) :: a(:)
    print *, allocated(a)
    allocate(a(2)); a = 5
  end subroutine
  function mk(n) result(r)
    integer, intent(in) :: n
    integer, allocatable :: r(:)
    integer :: i
    allocate(r(n))
    r = [(i*i, i=1,n)]
  end function
  function sc(n) result(r)
    integer, intent(in) :: n
    integer, allocatable :: r
    allocate(r)
    r = n + 1
  end function
  function pick(a, i) result(p)
    integer, target :: a(:)
    integer, intent(in) :: i
    integer, pointer :: p
    p => a(i)
  end function
end module
program t
  use m
  implicit none
  type(node), pointer :: h, f
  integer, allocatable :: a(:), b(:)
  integer, target :: z(3)
  integer, pointer :: q
  real, allocatable :: r(:)
  integer :: k
  read *, k
  nullify(h)
  call push(h, 1); call push(h, 2); call push(h, k)
  f => h
  do while (associated(f))
    print *, f%v
    f => f%next
  end do
  f => find(h, 2)
  print *, associated(f), f%v
  f => find(h, 9)
  print *, associated(f), associated(f, h)
  print *, allocated(a)
  call grow(a, 2)
  print *, a
  call grow(a, 3)
  print *, a, size(a)
  call opt()
  call opt(a)
  deallocate(a)
  call opt(a, 3)
  call outs(r)
  print *, r
  call outs(r)
  print *, sum(r), allocated(r)
  a = mk(4)
  print *, a
  print *, mk(3), sum(mk(5)), size(mk(2))
  print *, sc(4) + sc(k)
  z = [7,8,9]
  q => pick(z, 2)
  q = k
  print *, z, pick(z,3)
  b = a(2:3)
  call move_alloc(a, b)
  print *, allocated(a), b
  a = [1,2,3]
  a = [a, 4]
  print *, a, lbound(a), ubound(a)
end program
