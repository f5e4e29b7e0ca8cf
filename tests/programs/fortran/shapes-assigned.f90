! inputs: int(-9,9)
! Assignment gives allocatables their shapes; texts of open length; conditions that guard subscripts.
program p
  implicit none
  integer, allocatable :: a(:), b(:,:)
  real, allocatable :: x
  character(3), allocatable :: c(:)
  character(len=:), allocatable :: s, t
  integer :: n, i
  logical :: ok
  read *, n
  n = min(n, 4)
  allocate(a(0))
  print *, size(a), allocated(a), lbound(a), ubound(a)
  a = [(i, i=1,4)]
  a(2:3) = a(3:4)
  print *, a
  b = reshape(a, [2,2])
  print *, shape(b), b
  b = transpose(b)
  print *, b
  b = b(:, 2:2)
  print *, shape(b), b
  x = 3.5
  x = x * 2
  print *, x
  c = ['abcd', 'efgh']
  print *, c
  c(1) = c(2)(2:)
  print *, c, size(c)
  s = 'one'; t = s
  s = t // ' ' // s
  print *, s, '|', t, '|', len(s // t)
  s(1:1) = 'O'
  print *, s, index(s, 'one'), adjustl('  q') // '.'
  if (n > 0) then
    ok = a(n) > 0
  else
    ok = .false.
  end if
  print *, ok
  a = pack(a, a > 3)
  print *, a, size(a)
  a = [a, a + 1, -a]
  print *, a
  where (a < 0) a = 0
  print *, a
  call fill(a)
  print *, size(a), a
  s = char(n + 65)
  print *, s, len(s)
  write(*, '(a,i0)') s // '=', len_trim(t)
  t = fn(3)
  print *, t, len(t)
  print *, len(fn(2)), fn(1) // fn(2)
  select case (t)
  case ('abc'); print *, 'is abc'
  case default; print *, 'other'
  end select
contains
  subroutine fill(v)
    integer, allocatable, intent(out) :: v(:)
    integer :: j
    v = [(j*j, j = 1, 3)]
  end subroutine
  function fn(k) result(r)
    integer, intent(in) :: k
    character(len=k) :: r
    r = 'abcdef'
  end function
end program
