character(3) function p(n)
  integer n
  if (n > 0) then
    p = "one"
  else
    p = "two"
  end if
end
