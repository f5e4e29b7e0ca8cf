character(3) function p(n)
  integer n
  p = "too"
  if (n > 0) p = "one"
end
