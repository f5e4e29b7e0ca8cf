! inputs: int(-9,9)
! Structure constructors that leave components out, and INTENT(OUT).
program p
  implicit none
  integer, parameter :: dp = kind(1d0)
  type v2
    real(dp) :: x = 0, y = 0
  end type
  type body
    type(v2) :: pos, vel = v2(1.0_dp, -1)
    integer :: id = -1
    character(8) :: nm = 'none'
    integer :: h(2,2) = reshape([1,2,3,4],[2,2])
    logical :: on(2) = .true.
  end type
  type(body) :: b, bs(2)
  type(body), parameter :: proto = body(id=3, nm='proto')
  type(body), save :: sv(2)
  type(body) :: ini = body(v2(5,6), id=9)
  integer :: i
  integer :: k
  read *, k
  print *, b%pos, b%vel, b%id, b%nm, b%h, b%on
  print *, bs%id, bs(2)%vel%y
  print *, proto%id, proto%nm, proto%vel%x
  print *, sv%nm, sv(1)%h(2,1)
  print *, ini%pos%x, ini%vel%y, ini%id, ini%nm
  b = proto
  b%pos = v2(y=3)
  print *, b%pos%x, b%pos%y, b%nm
  bs = [body(id=k), body(id=2, nm='two')]
  print *, bs%id, bs%nm
  do i = 1, 2
    call step(i)
  end do
  b = f(2)
  print *, b%id, b%nm
contains
  subroutine step(k)
    integer, intent(in) :: k
    type(body) :: t
    type(body), allocatable :: u(:)
    print *, t%id, t%nm
    t%id = k; t%nm = 'x'
    allocate(u(k))
    print *, u%id
    u%id = 5
    call clear(u)
    print *, u%id
    call clear1(u(1))
  end subroutine
  subroutine clear(x)
    type(body), intent(out) :: x(:)
    if (size(x) > 1) x(2)%id = 44
  end subroutine
  subroutine clear1(x)
    type(body), intent(out) :: x
    print *, x%id, x%on
  end subroutine
  function f(k) result(r)
    integer, intent(in) :: k
    type(body) :: r
    if (k > 2) return
    r%id = k
  end function
end program
