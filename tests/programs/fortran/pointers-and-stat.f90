! inputs: int(1,4)
! symbolic: unsupported
! Module allocatables, sections of pointers, STAT, absent arguments.
module mo
  implicit none
  integer, allocatable :: g(:)
  character(:), allocatable :: gs
  real, pointer :: gp(:) => null()
  type(integer) :: dummy = 3
contains
  subroutine seta(n)
    integer, intent(in) :: n
    if (allocated(g)) deallocate(g)
    allocate(g(0:n))
    g = n
    gs = repeat('g', n)
  end subroutine
end module
program p
  use mo, only: g, gs, seta, gp
  implicit none
  real, target :: t(2,3)
  real, pointer :: a(:), b(:), c(:,:), s
  integer, allocatable :: h(:)
  integer, pointer :: ip, iq
  integer :: st
  integer :: k
  read *, k
  call seta(2)
  print *, g, lbound(g), ubound(g), gs
  call seta(k)
  print *, g, lbound(g), ubound(g), gs, len(gs)
  print *, associated(gp)
  t = reshape([1.,2.,3.,4.,5.,6.],[2,3])
  a => t(1,:)
  b => t(2,:)
  c => t
  print *, associated(a,b), associated(a, t(1,:)), associated(c,t), size(a)
  a = a + 10
  print *, t
  s => t(2,2)
  s = -1
  print *, b
  gp => a
  gp(2) = 0
  print *, t(1,:), associated(gp, a)
  nullify(a)
  print *, associated(a), associated(gp)
  allocate(ip); ip = 4
  iq => ip
  iq = 5
  print *, ip, associated(ip, iq)
  deallocate(ip)
  nullify(iq)
  call host()
  print *, h, lbound(h)
  deallocate(h, stat=st)
  print *, st
  deallocate(h, stat=st)
  print *, st /= 0
  call opt(h)
  allocate(h(2)); h = 8
  call opt(h)
  call opt()
  allocate(h(3), stat=st)
  print *, st /= 0, size(h)
contains
  subroutine host()
    allocate(h(-1:1))
    h = [7,8,9]
    call inner2(h)
  end subroutine
  subroutine inner2(x)
    integer, allocatable, intent(inout) :: x(:)
    x(0) = 100
    print *, lbound(x,1), size(h)
  end subroutine
  subroutine opt(x)
    integer, optional, intent(in) :: x(:)
    if (present(x)) then
      print *, 'present', x
    else
      print *, 'absent'
    end if
  end subroutine
end program
