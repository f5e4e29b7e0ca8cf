! A root of x*x - c between 0 and 1 + c, to a tolerance.
real function bisection(c, eps) result(low)
  implicit none
  real, intent(in) :: c, eps
  real :: high, middle
  !$sextant requires c >= 0.0 .and. eps > 0.0
  !$sextant ensures 0.0 <= low .and. low*low <= c .and. c < (low + eps)*(low + eps)
  low = 0.0
  high = 1.0
  do while (high - low >= eps)
    !$sextant invariant 0.0 <= low .and. low < high .and. low*low <= c .and. c < high*high
    middle = (low + high)/2.0
    if (middle*middle <= c) then
      low = middle
    else
      high = middle
    end if
  end do
end function bisection
