subroutine P(n)
  integer :: n, level
  common /state/ level
  level = n
end subroutine
