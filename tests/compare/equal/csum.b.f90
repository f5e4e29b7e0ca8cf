integer function p(n)
  implicit none
  integer, intent(in) :: n
  integer :: i
  p = 0
  i = 1
  do while (i <= n)
    p = p + i
    i = i + 1
  end do
end function p
