integer function p(n)
  implicit none
  integer, intent(in) :: n
  integer :: i
  p = 0
  do i = 1, n - 1
    p = p + i
  end do
end function p
