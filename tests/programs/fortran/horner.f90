! inputs: real(-2,2) int(-5,5) int(-5,5) int(-5,5)
program main
  implicit none
  real(8) :: x, y
  integer :: a, b, c
  logical :: big
  read (*,*) x, a, b, c
  call poly(x, a, b, c, y, big)
  print '(f14.6,l2)', y, big
end program main
subroutine poly(x, a, b, c, y, big)
  implicit none
  real(8), intent(in) :: x
  integer, intent(in) :: a, b, c
  real(8), intent(out) :: y
  logical, intent(out) :: big
  y = (a*x + b)*x + c
  big = y > 10.0d0
end subroutine poly
