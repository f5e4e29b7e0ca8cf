! inputs: int(1,9)
! Records and arrays that the procedure gets as copies; a generic name that is a type's.
module vectors
  implicit none
  type vec
    real :: x, y
    integer :: tag(2) = [1, 2]
  end type
  interface vec
    module procedure of_one
  end interface
  interface operator(+)
    module procedure added
  end interface
contains
  type(vec) function of_one(i)
    integer, intent(in) :: i
    of_one%x = i
    of_one%y = -i
    of_one%tag = i
  end function
  type(vec) function added(a, b)
    type(vec), intent(in) :: a, b
    added = vec(a%x + b%x, a%y + b%y, a%tag + b%tag)
  end function
  subroutine change(v, n)
    type(vec), value :: v
    integer, value :: n
    v%x = v%x + n
    n = n + 1
    print *, v%x, v%tag, n
  end subroutine
end module
program p
  use vectors
  implicit none
  type(vec) :: a, b
  complex :: w(3)
  integer :: n
  read *, n
  a = vec(n)
  b = vec(1.0, 2.0) + (vec(3) + a)
  print *, b
  call change(b, n)
  call change((vec(n)), n + 1)
  call change(a + vec(2), n)
  print *, a, n
  w = [(1.0, 1.0), (2.0, -1.0), (1.0, 3.0)] * n
  w(2)%im = 9
  call halves(w%re)
  call halves(w(3:1:-2)%im)
  w%im = w%im + 1
  print *, real(w), aimag(w), w%re
contains
  subroutine halves(x)
    real, intent(inout) :: x(:)
    x = x / 2
    x(2) = n
  end subroutine
end program
