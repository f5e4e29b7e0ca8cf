! When and where a starship on its approach to a station comes to rest: gravity pulls it on, its engine holds it back.
subroutine docking(station, starship, thrust, velocity, deltat, time, distance, error)
  implicit none
  real, intent(in) :: station   ! mass of the station (kg)
  real, intent(in) :: starship  ! mass of the ship (kg)
  real, intent(in) :: thrust    ! force of its engine (N)
  real, intent(in) :: velocity  ! its speed at the start (m/s)
  real, intent(in) :: deltat    ! seconds from step to step
  real, intent(inout) :: time, distance
  integer, intent(out) :: error ! not zero if an input makes no sense
  real :: gconst, gravity, constacc, currvel, nextvel
  if (station <= 0.0 .or. starship <= 0.0 .or. thrust <= 0.0 .or. velocity <= 0.0 &
      .or. deltat <= 0.0 .or. time <= 0.0 .or. distance <= 0.0) then
    error = 1
  else
    gconst = 6.67e-11
    if (distance**2 == 0.0) then
      error = 1
    else
      gravity = gconst*station*starship/distance**2
      constacc = gravity - thrust/starship
      currvel = velocity
      nextvel = currvel + constacc*deltat
      do
        distance = distance - currvel*deltat
        currvel = nextvel
        time = time + deltat
        nextvel = currvel + constacc*deltat
        if (nextvel <= 0.0) exit
      end do
      error = 0
    end if
  end if
end subroutine docking
