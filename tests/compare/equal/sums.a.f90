integer function p(n)
  implicit none
  integer, intent(in) :: n
  integer :: i
  !$sextant requires n >= 0
  p = 0
  do i = 1, n
    p = p + i
  end do
end function
