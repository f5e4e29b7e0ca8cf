subroutine P(n)
  integer :: n, level, calls
  common /state/ level, calls
  call raise(n)
  call raise(n)
  calls = calls + 1
end subroutine

subroutine raise(by)
  integer :: by, level, calls
  common /state/ level, calls
  level = level + by
end subroutine
