! Three numbers in order, by a subroutine for two of them.
subroutine p(a, b, c)
  implicit none
  integer, intent(inout) :: a, b, c
  call order(a, b)
  call order(b, c)
  call order(a, b)
end subroutine p
subroutine order(x, y)
  implicit none
  integer, intent(inout) :: x, y
  integer :: t
  if (x > y) then
    t = x
    x = y
    y = t
  end if
end subroutine order
