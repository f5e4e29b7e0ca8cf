! What a parcel costs.
real function rate(weight, express)
  implicit none
  real, intent(in) :: weight
  logical, intent(in) :: express
  rate = 4.5
  if (weight > 2.0) rate = rate + 1.5*(weight - 2.0)
  if (express) rate = 2.0*rate
end function rate
