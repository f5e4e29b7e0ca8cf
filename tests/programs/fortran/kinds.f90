! inputs: int(-9,9) int(1,9)
program main
  implicit none
  integer, parameter :: dp = kind(1.0d0), long = selected_int_kind(15)
  integer(kind=long) :: big
  integer(kind=2) :: small
  real(kind=dp) :: d
  real :: s
  integer :: a, b
  read (*,*) a, b
  big = 1000000007_long*a*b
  small = int(a*100, 2)
  d = real(a, dp)/b
  s = real(a)/b
  print *, big, small
  print *, d, s
  print '(f20.15,1x,f12.7)', d, s
  print *, huge(small), tiny(s) > 0, epsilon(d) < epsilon(s), digits(a)
  print *, int(d), nint(s), floor(d), ceiling(d), modulo(a, b), mod(a, b)
end program main
