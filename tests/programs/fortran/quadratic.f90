! inputs: real(-4,4) real(-6,6) real(-4,4)
program main
  implicit none
  real :: a, b, c, d
  integer :: n
  read (*,*) a, b, c
  call roots(a, b, c, n)
  d = b*b - 4*a*c
  print *, n
  if (n == 2) print '(2f12.5)', (-b - sqrt(d))/(2*a), (-b + sqrt(d))/(2*a)
end program main
subroutine roots(a, b, c, n)
  implicit none
  real, intent(in) :: a, b, c
  integer, intent(out) :: n
  real :: d
  if (a == 0.0) then
    n = 1
    if (b == 0.0) n = -1
    return
  end if
  d = b*b - 4.0*a*c
  if (d > 0.0) then
    n = 2
  else if (d < 0.0) then
    n = 0
  else
    n = 1
  end if
end subroutine roots
