! The kind of a triangle by its sides: 0 none, 1 scalene, 2 isosceles, 3 equilateral.
integer function triangle(a, b, c)
  implicit none
  integer, intent(in) :: a, b, c
  if (a <= 0 .or. b <= 0 .or. c <= 0) then
    triangle = 0
  else if (a >= b + c .or. b >= a + c .or. c >= a + b) then
    triangle = 0
  else if (a == b .and. b == c) then
    triangle = 3
  else if (a == b .or. b == c .or. a == c) then
    triangle = 2
  else
    triangle = 1
    !$sextant assert (a /= b .and. b /= c .and. a /= c)
  end if
end function triangle
