! The largest of the positive among three numbers. Zero if none is.
integer function largest(a, b, c)
  implicit none
  integer, intent(in) :: a, b, c
  integer :: best, count
  count = 0
  best = 0
  if (a > 0) then
    best = a
    count = 1
  end if
  if (b > 0) then
    if (count == 0) best = b
    if (b > best) best = b
    count = count + 1
  end if
  if (c > 0 .and. count == 0) best = c
  if (c > 0 .and. count > 0) best = max(best, c)
  largest = best
end function largest
