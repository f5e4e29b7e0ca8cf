! Small procedures that have every kind of expression and action of Fortran between them; crates/session/tests/all/kinds.rs
! asks every method about each.

integer function arithmetic(i, j)
  integer, intent(in) :: i, j
  arithmetic = -i + j*3 - i/2
  if (i > 0 .and. i < 5) arithmetic = arithmetic + i**2
end function

logical function logic(p, q, i)
  logical, intent(in) :: p, q
  integer, intent(in) :: i
  logic = .true.
  if (i /= 7) logic = .not. p .or. q .and. i <= 3
  if (p .eqv. q) logic = i /= 4 .or. i >= 2
end function

real function reals(x, i)
  real, intent(in) :: x
  integer, intent(in) :: i
  reals = x + 0.5 + real(i)
end function

integer function complexes(a, b)
  real, intent(in) :: a, b
  complex :: z
  z = cmplx(a, b)*(1.0, 2.0)
  complexes = 0
  if (real(z) > 1.0) complexes = 1
end function

integer function characters(t)
  character(len=4), intent(in) :: t
  character(len=6) :: both
  both = t(1:2) // 'ab'
  characters = 1
  if (both == 'xyab') characters = 0
end function

integer function lengths(t)
  character(len=*), intent(in) :: t
  lengths = len(t)
end function

integer function extents(a, n)
  integer, intent(in) :: n
  integer, intent(in) :: a(n)
  extents = size(a) + ubound(a, 1)
end function

integer function rows(m)
  integer, intent(in) :: m(:, :)
  rows = size(m, 2) + lbound(m, 1)
end function

integer function elements(i)
  integer, intent(in) :: i
  integer :: a(3), m(2, 2)
  a(1) = i
  a(2) = 2
  m(1, 2) = a(1)
  elements = a(2) + m(1, 2)
end function

integer function components(i)
  integer, intent(in) :: i
  type pair
    integer :: first
    integer :: second
  end type
  type(pair) :: p
  p%first = i
  p%second = 1
  components = p%first + p%second
end function

integer function handles(i)
  integer, intent(in) :: i
  integer, allocatable :: a(:)
  integer, pointer :: p
  integer, target :: t
  t = i
  allocate (a(2))
  a(1) = i
  p => t
  handles = 0
  if (allocated(a) .and. associated(p, t)) handles = p + a(1)
  nullify (p)
  deallocate (a)
end function

integer function twice(i)
  integer, intent(in) :: i
  twice = 2*i
end function

integer function calls(i)
  integer, intent(in) :: i
  integer, external :: twice
  calls = twice(i) + 1
end function

integer function applied(f, i)
  integer, external :: f
  integer, intent(in) :: i
  applied = f(i)
end function

integer function passes_procedure(i)
  integer, intent(in) :: i
  integer, external :: applied, twice
  passes_procedure = applied(twice, i)
end function

integer function transfers(i)
  integer, intent(in) :: i
  integer :: j
  read *, j
  print *, i
  transfers = i
  if (j > 0) transfers = 1
end function

integer function stops(i)
  integer, intent(in) :: i
  if (i > 3) stop
  stops = i
end function

integer function promised(a, n)
  integer, intent(in) :: n
  integer, intent(in) :: a(n)
  !$sextant requires n > 0 .and. all(k = 1:n, a(k) > 0)
  !$sextant ensures result > old(n) .implies. a(1) > 0
  promised = a(1)
end function

integer function given(i, j)
  integer, intent(in) :: i
  integer, intent(in), optional :: j
  given = i
  if (present(j)) given = given + 1
end function
