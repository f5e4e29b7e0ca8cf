! inputs: int(-9,9) int(-9,9)
module counter
  implicit none
  integer :: total = 0
  integer, parameter :: step = 3
contains
  subroutine bump(k)
    integer, intent(in) :: k
    total = total + step*k
  end subroutine bump
  integer function doubled()
    doubled = 2*total
  end function doubled
end module counter
program main
  use counter, only: bump, sum_so_far => total, doubled
  implicit none
  integer :: a, b
  read (*,*) a, b
  call bump(a)
  call bump(b)
  print *, sum_so_far, doubled()
end program main
