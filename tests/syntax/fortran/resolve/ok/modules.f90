module shapes
  implicit none
  private :: hidden
  integer, parameter :: dp = kind(1.0d0)
  type point
    real(dp) :: x = 0, y = 0
  end type
  type poly
    type(point) :: at(3)
    character(len=8) :: name
    type(poly), pointer :: next
  end type
  interface operator (+)
    module procedure add
  end interface
  interface norm
    module procedure norm_point, norm_int
  end interface
  interface assignment (=)
    module procedure from_real
  end interface
  real(dp), save :: total = 1.5_dp
  integer :: hidden = 3
contains
  function add(a, b) result (c)
    type(point), intent(in) :: a, b
    type(point) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
  end function
  function norm_point(p)
    type(point), intent(in) :: p
    real(dp) :: norm_point
    norm_point = sqrt(p%x**2 + p%y**2)
    total = total + hidden
  end function
  elemental integer function norm_int(i)
    integer, intent(in) :: i
    norm_int = abs(i)
  end function
  subroutine from_real(p, r)
    type(point), intent(out) :: p
    real, intent(in) :: r
    p = point(r, y=2)
  end subroutine
  recursive function squares(n) result (r)
    integer, intent(in) :: n
    integer :: r(n)
    integer :: i
    do i = 1, n
      if (i == 5) exit
      r(i) = i*i
    end do
  end function
end module
program main
  use shapes, only : point, poly, operator(+), norm, assignment(=), squares, sum_of => total, dp
  implicit none
  type(point) :: p, q
  type(poly), target :: tri
  type(poly), pointer :: at
  integer :: i, j(3), k
  character(len=5) :: word
  p = 1.0
  q = p + point(2.0_dp, 3)
  tri%at(2)%x = norm(q) + sum_of
  tri%at%y = 1.0
  j = norm((/ -1, 2, -3 /))
  at => tri
  nullify (tri%next)
  if (associated(at, tri)) at%name(2:3) = 'ab'
  j = squares(3)
  outer: do i = 1, 3
    select case (i)
    case (1)
      cycle outer
    case (2:)
      exit outer
    case default
      k = optional_sum(b = 2, a = 1)
    end select
  end do outer
  word = 'x' // trim(tri%name)
contains
  integer function optional_sum(a, b, c)
    integer, intent(in) :: a, b
    integer, optional :: c
    optional_sum = a + b + i
    if (present(c)) optional_sum = optional_sum + c
  end function
end program
