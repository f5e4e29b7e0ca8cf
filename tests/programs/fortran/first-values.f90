! inputs: int(-9,9)
! Components have the values that their types say, wherever records begin to live.
module m
  implicit none
  type inner
    integer :: k = 7
    real :: v(3) = [1.0, 2.0, 3.0]
  end type
  type outer
    type(inner) :: a
    type(inner) :: b(2) = [inner(1), inner(2, [9.0,8.0,7.0])]
    character(4) :: s = 'ab'
    logical :: l = .true.
    complex :: c = (1.0, -2.0)
    integer, pointer :: p => null()
    integer, allocatable :: x(:)
    type(inner) :: d = inner(k=5)
  end type
  type(outer), save :: mod1
  type(inner) :: marr(2)
  integer, parameter :: n = 3
  type par
    integer :: q(n) = n + 1
    real(8) :: h = 1.0d0 / 3
  end type
contains
  subroutine show(o)
    type(outer), intent(in) :: o
    print *, o%a%k, o%a%v, o%b(1)%k, o%b(1)%v, o%b(2)%k, o%b(2)%v
    print *, o%s, o%l, o%c, associated(o%p), allocated(o%x), o%d%k, o%d%v
  end subroutine
  subroutine reset(o)
    type(outer), intent(out) :: o
    call show(o)
    o%a%k = 99
  end subroutine
  subroutine local(i)
    integer, intent(in) :: i
    type(inner) :: t
    type(inner), save :: s
    print *, t%k, s%k
    t%k = i; s%k = i
  end subroutine
  function give() result(r)
    type(par) :: r
    r%q(2) = 0
  end function
  subroutine arr(a)
    type(inner), intent(out) :: a(:)
    print *, a%k
  end subroutine
end module
program t
  use m
  implicit none
  type(outer) :: o
  type(inner), allocatable :: a(:)
  type(inner), pointer :: p
  type(par) :: q
  type(par), parameter :: cp = par(h=2.5d0)
  type(par) :: z = cp
  integer :: k
  read *, k
  call show(o)
  call show(mod1)
  print *, marr%k
  o%a%k = k
  allocate(o%x(4))
  call reset(o)
  call show(o)
  call local(1); call local(2)
  allocate(a(2))
  print *, a%k, a(2)%v
  a%k = 4
  call arr(a)
  allocate(p)
  print *, p%k
  q = give()
  print *, q%q, q%h
  print *, cp%h, z%q, z%h
  block
    type(inner) :: w
    print *, w%k
    w%k = 0
  end block
  q = par([1,2,3])
  print *, q%q, q%h
  call inn()
contains
  subroutine inn()
    print *, o%d%k, q%q
  end subroutine
end program
