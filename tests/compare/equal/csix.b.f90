integer function p(a, b)
  implicit none
  integer, intent(in) :: a(*), b
  p = b + a(6) + a(5) + a(4) + a(3) + a(2) + a(1)
end function p
