! One step of false position: X divides the interval in which f changes its sign, where the chord is zero.
! The defect: a root at both ends leaves no chord.
subroutine falsi(low, high, at_low, at_high, x, found)
  implicit none
  real, intent(in) :: low, high, at_low, at_high
  real, intent(out) :: x
  logical, intent(out) :: found
  x = low
  found = low < high .and. at_low*at_high <= 0.0
  if (.not. found) return
  x = low - at_low*(high - low)/(at_high - at_low)
  !$sextant assert (low <= x .and. x <= high)
end subroutine falsi
