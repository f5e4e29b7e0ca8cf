! inputs: int(1,9)
! symbolic: unsupported
! Texts whose length is that of what is assigned to them.
program t
  implicit none
  character(:), allocatable :: s, u
  character(:), allocatable :: l(:)
  character(:), pointer :: p
  character(10), target :: tt
  type rec
    character(:), allocatable :: name
    integer :: n = 1
  end type
  type(rec) :: r, q
  integer :: i
  integer :: k
  read *, k
  s = 'abc'//'de'
  print *, s, len(s)
  s = s // 'f' // s
  print *, s, len(s)
  s = trim('  xy  ')
  print *, '[', s, ']', len(s)
  allocate(character(7) :: u)
  u = 'hello'
  print *, '[', u, ']', len(u)
  u(2:3) = 'EL'
  print *, u
  deallocate(u)
  print *, allocated(u)
  call setit(u, k)
  print *, u, len(u)
  u = f('ab', 3)
  print *, u, len(u), len(f('x',2))
  r%name = 'first'
  q = r
  q%name(1:1) = 'F'
  print *, r%name, q%name, len(q%name), q%n
  l = ['aa','bb','cc']
  print *, l, len(l), size(l)
  i = k
  allocate(character(i) :: p)
  p = 'pqrstu'
  print *, p, len(p)
  tt = 'target text'
  p => tt(3:6)
  print *, p, len(p)
  s = repeat('ab', 3)
  print *, s, index(s, 'ba'), s == 'ababab'
  s = ''
  print *, len(s), '<', s, '>'
  do i = 1, 3
    s = s // achar(64+i)
  end do
  print *, s
  call take(s)
  if (len(s) > 2) print *, s(2:2)
  u = s
  s = 'zz'
  print *, u, s
contains
  subroutine setit(x, n)
    character(:), allocatable, intent(out) :: x
    integer, intent(in) :: n
    integer :: k
    print *, allocated(x)
    allocate(character(n) :: x)
    do k = 1, n
      x(k:k) = achar(96+k)
    end do
  end subroutine
  function f(a, n) result(r)
    character(*), intent(in) :: a
    integer, intent(in) :: n
    character(:), allocatable :: r
    r = repeat(a, n)
  end function
  subroutine take(x)
    character(*), intent(in) :: x
    print *, len(x), x
  end subroutine
end program
