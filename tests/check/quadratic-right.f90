! Roots of a*x**2 + b*x + c = 0. KIND: 0 no real root, 1 one, 2 two; -1 every x, -2 no x.
subroutine quadratic(a, b, c, kind, x1, x2)
  implicit none
  real, intent(in) :: a, b, c
  integer, intent(out) :: kind
  real, intent(out) :: x1, x2
  real :: d
  x1 = 0.0
  x2 = 0.0
  if (a == 0.0) then
    if (b == 0.0) then
      kind = -2
      if (c == 0.0) kind = -1
    else
      kind = 1
      x1 = -c/b
      x2 = x1
    end if
    return
  end if
  d = b*b - 4.0*a*c
  if (d < 0.0) then
    kind = 0
  else if (d == 0.0) then
    kind = 1
    x1 = -b/(2.0*a)
    x2 = x1
  else
    kind = 2
    x1 = (-b - sqrt(d))/(2.0*a)
    x2 = (-b + sqrt(d))/(2.0*a)
  end if
end subroutine quadratic
