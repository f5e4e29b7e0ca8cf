! inputs: real(-40,40) real(1,9)
! symbolic: unsupported
program main
  implicit none
  real :: x, y
  double precision :: d
  read (*,*) x, y
  d = x/3.0d0
  print *, exponent(x), fraction(x), set_exponent(x, 3), scale(y, 2)
  print *, spacing(x), rrspacing(y), spacing(d), spacing(0.0)
  print *, exponent(d), fraction(d), rrspacing([x, y])
  print *, exponent(y) + exponent(half(y))
contains
  real function half(v)
    real, intent(in) :: v
    half = v/2
  end function half
end program main
