subroutine p(a, b, c, n, x, y)
  implicit none
  real :: a, b, c, x, y, h, q, r
  integer :: n
  n = 0; x = 0.0; y = 0.0
  if (a == 0.0) return
  h = b/(2.0*a)
  q = h*h - c/(a*a)
  if (q < 0.0) return
  if (q == 0.0) then
    n = 1
    x = -h
  else
    n = 2
    r = sqrt(b*b - 4.0*a*c)/(2.0*a)
    x = -h - r
    y = -h + r
  end if
end subroutine
