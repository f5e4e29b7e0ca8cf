! Every common divisor of x and y divides the result: the result is a sum of multiples of both.
subroutine euclid(x, y, g, s, t)
  implicit none
  integer, intent(in) :: x, y
  integer, intent(out) :: g, s, t
  integer :: r, u, v, q, h
  !$sextant requires x >= 0 .and. y >= 0
  !$sextant ensures g == s*x + t*y .and. g >= 0
  g = x
  r = y
  s = 1
  t = 0
  u = 0
  v = 1
  do while (r > 0)
    !$sextant invariant g >= 0 .and. r > 0 .and. g == s*x + t*y .and. r == u*x + v*y
    !$sextant measure r
    q = g/r
    h = g - q*r
    g = r
    r = h
    h = s - q*u
    s = u
    u = h
    h = t + q*v
    t = v
    v = h
  end do
end subroutine euclid
