! inputs: real(-9,9) real(1,9)
program main
  implicit none
  real :: a, b, s
  double precision :: d
  integer :: i
  read (*,*) a, b
  s = 0
  d = 0
  do i = 1, 10
    s = s + a/(b*i)
    d = d + dble(a)/(b*i)
  end do
  print *, s, d, abs(real(d) - s) < 1e-4
  print *, sqrt(b), sqrt(dble(b)), exp(a/10), log(b), sin(a), cos(dble(a))
end program main
