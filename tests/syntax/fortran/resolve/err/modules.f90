module a
  use b
  private
  integer :: x
end module
module b
  use a
end module
program p
  use c
  use a, only : x, y
  interface gen
    module procedure nothing
  end interface
  call gen(1)
  call inner(1)
  call inner(b=1, c=2)
  y = inner(1, 2)
contains
  subroutine inner(a, b)
    integer :: a, b
  end subroutine
end program
