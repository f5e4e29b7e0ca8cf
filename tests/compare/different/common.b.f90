subroutine P(n)
  integer :: n, level
  common /state/ level
  level = n
  if (n > 6) level = n - 1
end subroutine
