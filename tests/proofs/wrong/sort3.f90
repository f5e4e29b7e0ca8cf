! Three numbers in order, by a subroutine that puts two in order.
subroutine sort3(a, b, c)
  implicit none
  real, intent(inout) :: a, b, c
  !$sextant ensures a <= b .and. b <= c .and. a + b + c == old(a) + old(b) + old(c)
  call order(a, b)
  call order(a, c)
  call order(a, b)
end subroutine sort3
subroutine order(x, y)
  implicit none
  real, intent(inout) :: x, y
  real :: t
  !$sextant ensures x == min(old(x), old(y)) .and. y == max(old(x), old(y))
  if (x > y) then
    t = x
    x = y
    y = t
  end if
end subroutine order
