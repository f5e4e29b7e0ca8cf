! inputs: int(-9,9)
! Names of modules that USE changes, beside others of the same name.
module first
  implicit none
  integer :: x = 1
  type item
    integer :: x = 5
  end type
  interface op
    module procedure whole, broken
  end interface
contains
  integer function whole(i)
    integer, intent(in) :: i
    whole = i + x
  end function
  real function broken(r)
    real, intent(in) :: r
    broken = r * x
  end function
end module
module second
  use first, only: z => x, op
  implicit none
  integer :: x = 10
  private :: op
contains
  subroutine step(y)
    integer, intent(inout) :: y
    y = y + z + x
    z = z + 1
    x = x + z
  end subroutine
end module
module third
  use first, ax => x
  use second
end module
program p
  use third, only: step, ax, x, item, both => op
  implicit none
  type(item) :: q
  integer :: y
  read *, y
  call step(y)
  print *, y, ax, x, q%x
  call step(x)
  print *, x, ax, both(y), both(2.0)
  call shown(y)
contains
  subroutine shown(ax)
    integer, intent(in) :: ax
    print *, ax, x
    block
      use first, only: hidden => x
      hidden = hidden + ax
      print *, hidden, ax
    end block
  end subroutine
end program
