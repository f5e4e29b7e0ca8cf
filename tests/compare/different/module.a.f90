module rates
  integer :: rate = 7
contains
  subroutine P(n)
    integer :: n
    n = n + rate
  end subroutine
  subroutine change(to)
    integer :: to
    rate = to
  end subroutine
end module
