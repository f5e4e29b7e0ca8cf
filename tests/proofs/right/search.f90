! The first place of x in an array of any extent, 0 if it is not in it.
integer function search(a, x)
  implicit none
  integer, intent(in) :: a(:), x
  integer :: i
  !$sextant ensures search == 0 .implies. all(k = 1:size(a), a(k) /= x)
  !$sextant ensures search /= 0 .implies. (1 <= search .and. search <= size(a) .and. a(search) == x)
  !$sextant ensures all(k = 1:search - 1, a(k) /= x)
  search = 0
  do i = 1, size(a)
    !$sextant invariant 1 <= i .and. i <= size(a) .and. all(k = 1:i - 1, a(k) /= x)
    if (a(i) == x) then
      search = i
      return
    end if
  end do
end function search
