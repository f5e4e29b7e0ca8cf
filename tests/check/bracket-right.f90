! One step of false position: X divides the interval in which f changes its sign, where the chord is zero.
subroutine falsi(low, high, at_low, at_high, x, found)
  implicit none
  real, intent(in) :: low, high, at_low, at_high
  real, intent(out) :: x
  logical, intent(out) :: found
  x = low
  found = low < high .and. at_low*at_high <= 0.0
  if (.not. found .or. at_low == 0.0) return
  x = low - at_low*(high - low)/(at_high - at_low)
  !$sextant assert (low <= x .and. x <= high)
end subroutine falsi
