! inputs: int(-9,9) real(-9,9)
module gen
  implicit none
  interface twice
    module procedure twice_int, twice_real, twice_text
  end interface twice
  interface operator (.plus.)
    module procedure join
  end interface
  type pair
    integer :: a, b
  end type pair
  interface operator (+)
    module procedure add_pairs
  end interface
contains
  integer function twice_int(k)
    integer, intent(in) :: k
    twice_int = 2*k
  end function twice_int
  real function twice_real(x)
    real, intent(in) :: x
    twice_real = x + x
  end function twice_real
  function twice_text(t) result(r)
    character(len=*), intent(in) :: t
    character(len=2*len(t)) :: r
    r = t // t
  end function twice_text
  integer function join(a, b)
    integer, intent(in) :: a, b
    join = a*100 + b
  end function join
  type(pair) function add_pairs(p, q)
    type(pair), intent(in) :: p, q
    add_pairs = pair(p%a + q%a, p%b + q%b)
  end function add_pairs
end module gen
program main
  use gen
  implicit none
  integer :: k
  real :: x
  type(pair) :: p
  read (*,*) k, x
  print *, twice(k), twice(x), twice('ab'), k .plus. 7
  p = pair(k, 1) + pair(2, k)
  print *, p
end program main
