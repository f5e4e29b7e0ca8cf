character(3) function p(n)
  integer n
  p = "two"
  if (n > 0) p = "one"
end
