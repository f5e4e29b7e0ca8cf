! One step of Heron's method never goes below the root, and the root itself stays.
real function heron(c, x)
  implicit none
  real, intent(in) :: c, x
  !$sextant requires c >= 0.0 .and. x > 0.0
  !$sextant ensures heron*heron >= c .and. heron > 0.0
  !$sextant ensures x*x >= c .implies. heron <= x
  heron = (x + c/x)/2.0
end function heron
