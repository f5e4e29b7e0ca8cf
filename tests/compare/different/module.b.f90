subroutine P(n)
  integer :: n
  n = n + 7
end subroutine
