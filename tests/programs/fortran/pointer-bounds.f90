! inputs: int(-9,9) int(-2,3)
! Pointer assignments that set bounds, and matrices made of vectors.
program p
  implicit none
  integer, target :: a(12), m(2, 3)
  integer, pointer :: u(:), q(:, :), r(:)
  integer :: i, k, low
  read *, k, low
  a = [(i, i = 1, 12)]
  u(0:) => a(3:8)
  u(2) = k
  print *, lbound(u), ubound(u), u
  q(1:3, 1:4) => a
  q(2, 3) = -k
  print *, a(8), shape(q), q(:, 2), associated(q)
  q(0:1, -1:0) => a(5:8)
  q(1, -1) = 99
  print *, lbound(q), ubound(q), q, a(6)
  u(low:) => a(12:1:-3)
  u(low + 1) = k
  print *, lbound(u), ubound(u), u, a(9)
  q(low:, 0:) => m(:, 2:3)
  q = k
  m(1, 2) = 5
  print *, lbound(q), m(:, 2:3), q(low, 0)
  r => u
  print *, lbound(r), r(low)
  r => u(:)
  print *, lbound(r), r(1)
end program
