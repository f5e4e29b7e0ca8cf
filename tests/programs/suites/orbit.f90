! infeasible: 0
module bodies
  implicit none
contains
  integer function orbit(speed, mass)
    real(8), intent(in) :: speed, mass
    real(8) :: escape
    if (mass <= 0) then
      orbit = -1
      return
    end if
    escape = 2 * mass
    if (speed * speed > escape) then
      orbit = 2
    else if (speed * speed >= mass) then
      orbit = 1
    else
      orbit = 0
    end if
  end function orbit
end module bodies
