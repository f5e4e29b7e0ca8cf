! inputs: real(-4,4) real(-4,4)
program main
  implicit none
  double precision :: low, high, mid
  real :: a, b
  integer :: step
  read (*,*) a, b
  low = min(a, b)
  high = max(a, b)
  if (f(low)*f(high) > 0) then
    print *, 'no bracket'
    stop
  end if
  do step = 1, 3
    mid = (low + high)/2
    if (f(low)*f(mid) <= 0) then
      high = mid
    else
      low = mid
    end if
  end do
  print '(2f12.6)', low, high
contains
  double precision function f(x)
    double precision, intent(in) :: x
    f = x*x - 2
  end function f
end program main
