! infeasible: 0
integer function days(month, leap)
  integer, intent(in) :: month
  logical, intent(in) :: leap
  select case (month)
  case (2)
    if (leap) then
      days = 29
    else
      days = 28
    end if
  case (4, 6, 9, 11)
    days = 30
  case (1, 3, 5, 7:8, 10, 12)
    days = 31
  case default
    days = 0
  end select
end function days
