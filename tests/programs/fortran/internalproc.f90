! inputs: int(-9,9) int(-9,9)
program main
  implicit none
  integer :: a, b, r
  read (*,*) a, b
  call outer(a, b, r)
  print *, r
end program main
subroutine outer(a, b, r)
  implicit none
  integer, intent(in) :: a, b
  integer, intent(out) :: r
  integer :: shared
  shared = a
  call add(b)
  if (shared > 5) call add(-1)
  r = shared*weight()
contains
  subroutine add(k)
    integer, intent(in) :: k
    shared = shared + k
  end subroutine add
  integer function weight()
    weight = 2
    if (a < b) weight = 3
  end function weight
end subroutine outer
