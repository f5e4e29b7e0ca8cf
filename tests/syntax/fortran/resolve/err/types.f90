program p
  logical :: l
  integer :: i, a(3), b(2, 2)
  character :: c
  complex :: z
  type t
    integer :: x
  end type
  type(t) :: r
  l = 1
  i = 'a' + 1
  i = .not. i
  c = 3
  if (i) i = 1
  a = b
  i = a
  i = a(1, 2)
  i = a('x')
  i = r%y
  i = i%x
  r = 3
  if (z < z) i = 2
  i = sqrt(3)
  i = mod(1)
  i = abs(1, 2)
  i = index(string='a', pattern='b')
  a(1:2) => b
  allocate (a(3))
  i(2) = 4
  i = i(3)
  where (a) a = 1
end program
