! infeasible: 3
real function tariff(units, night)
  real, intent(in) :: units
  logical, intent(in) :: night
  real :: price
  if (units < 0) then
    tariff = -1
    return
  end if
  price = 30
  if (units > 100) then
    price = 28
    if (units < 50) price = 0
  end if
  if (night .and. price > 25) price = price - 8
  if (price < 15) then
    tariff = -2
  else
    tariff = price * units
  end if
end function tariff
