! inputs: int(-9,9) int(-9,9) int(0,3)
program main
  implicit none
  integer :: a, b, op, r
  logical :: bad
  read (*,*) a, b, op
  call calc(a, b, op, r, bad)
  print *, r, bad
end program main
subroutine calc(a, b, op, r, bad)
  implicit none
  integer, intent(in) :: a, b, op
  integer, intent(out) :: r
  logical, intent(out) :: bad
  bad = .false.
  r = 0
  if (op == 0) then
    r = a + b
  else if (op == 1) then
    r = a - b
  else if (op == 2) then
    r = a*b
  else
    bad = b == 0
    if (.not. bad) r = abs(a)/abs(b)
  end if
end subroutine calc
