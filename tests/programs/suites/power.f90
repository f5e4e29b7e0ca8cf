! infeasible: 0
recursive integer function power(base, exponent) result(value)
  integer, intent(in) :: base, exponent
  integer :: half
  if (exponent < 0 .or. exponent > 5 .or. abs(base) > 10) then
    value = 0
  else if (exponent == 0) then
    value = 1
  else if (mod(exponent, 2) == 0) then
    half = power(base, exponent / 2)
    value = half * half
  else
    value = base * power(base, exponent - 1)
  end if
end function power
