! On one path the condition itself is an error, whatever it compares.
integer function quarter(a)
  implicit none
  integer, intent(in) :: a
  integer :: x
  x = 1
  if (a == 0) then
    x = 2
  end if
  quarter = 0
  if (mod(4, a) /= x) then
    quarter = 1
  end if
end function quarter
