! Modules, interfaces, derived types
module kinds
  use, intrinsic :: iso_fortran_env, only: real64, int32 => int64
  implicit none
  private
  public :: rk, point, operator(+), assignment(=), swap
  integer, parameter :: rk = selected_real_kind(15)
  real(rk), parameter, dimension(3) :: origin = (/ 0.0_rk, 0.0_rk, 0.0_rk /)
  type :: point
    sequence
    real(kind=rk) :: x = 0.0_rk, y
    integer, dimension(:), pointer :: list => null()
    type(point), pointer :: next
    character(len=10) :: name
  end type point
  type, extends(point), public :: point3
    real(rk), allocatable :: z(:)
  end type
  enum, bind(c)
    enumerator :: red = 1, green
    enumerator blue
  end enum
  interface swap
    module procedure swap_i, swap_r
  end interface swap
  interface operator(+)
    module procedure add
  end interface
  interface operator(.cross.)
    procedure cross
  end interface
  interface assignment(=)
    module procedure assign
  end interface
  abstract interface
    pure function f(x) result(y)
      import :: rk
      real(rk), intent(in) :: x
      real(rk) :: y
    end function f
  end interface
  procedure(f), pointer :: fp => null()
contains
  recursive subroutine swap_i(a, b)
    integer, intent(in out) :: a, b
    integer :: t
    t = a; a = b; b = t
  contains
    logical function inner()
      inner = .true.
    end function
  end subroutine swap_i
  elemental real(rk) function norm(p) result(r)
    type(point), intent(in) :: p
    r = sqrt(p%x**2 + p % y ** 2)
  end function norm
end module kinds
program main
  use kinds, only : point, rk, operator(+), p => point3
  use other, renamed => name
  implicit none
  class(*), pointer :: any
  call sub()
end program main
