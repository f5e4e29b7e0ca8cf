! infeasible: 0
module bookings
  implicit none
  type :: booking
    integer :: persons, nights
    logical :: paid
  end type booking
contains
  ! The state of a booking, by a letter; one that is complete is closed.
  function state_of(entry, limit) result(state)
    type(booking), intent(inout) :: entry
    integer, intent(in) :: limit
    integer :: state
    if (entry%persons < 1 .or. entry%nights < 1) then
      state = 0
    else if (entry%persons > limit) then
      state = 1
    else if (entry%paid) then
      state = 2
      entry%persons = 0
    else
      state = 3
    end if
  end function state_of
end module bookings
