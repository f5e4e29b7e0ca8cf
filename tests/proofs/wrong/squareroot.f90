! The greatest integer whose square is not above n.
integer function squareroot(n) result(r)
  implicit none
  integer, intent(in) :: n
  !$sextant requires n >= 0
  !$sextant ensures result*result <= n .and. n < (result + 1)*(result + 1)
  r = 0
  do while (r*r <= n)
    !$sextant invariant r >= 0 .and. r*r <= n
    !$sextant measure n - r
    r = r + 1
  end do
end function squareroot
