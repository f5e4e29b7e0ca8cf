integer function p(n)
  integer n
  p = 0
  if (n > 0) p = (n + 2) / 3
end
