subroutine P(n)
  integer :: n, level, calls
  common /state/ level, calls
  level = level + 2 * n
  calls = calls + 1
end subroutine
