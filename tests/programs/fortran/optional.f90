! inputs: int(-9,9) int(-9,9)
module opt
contains
  integer function combine(a, b, c) result(r)
    integer, intent(in) :: a
    integer, intent(in), optional :: b, c
    r = a
    if (present(b)) r = r + 10*b
    if (present(c)) r = r + 100*c
  end function combine
  subroutine forward(x, y)
    integer, intent(in) :: x
    integer, intent(in), optional :: y
    print *, combine(x, c=y), combine(x, y)
  end subroutine forward
end module opt
program main
  use opt
  implicit none
  integer :: a, b
  read (*,*) a, b
  print *, combine(a), combine(a, b), combine(a, c=b), combine(c=a, b=b, a=1)
  call forward(a)
  call forward(a, b)
end program main
