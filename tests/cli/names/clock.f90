! Two modules have a variable of the same name, and one of them is used by another name.
module east
  integer :: hour
end module
module west
  integer :: hour
contains
  integer function western()
    western = hour
  end function
end module
subroutine meet(hour, r)
  use east, only: eastern => hour
  use west, only: western
  integer :: hour, r
  r = 0
  if (hour == eastern .and. hour /= western()) r = 1
end subroutine
