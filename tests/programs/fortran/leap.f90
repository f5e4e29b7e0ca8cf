! inputs: int(1890,2010)
program main
  implicit none
  integer :: y
  logical :: r
  read (*,*) y
  call leap(y, r)
  print *, y, r
end program main
subroutine leap(y, r)
  implicit none
  integer, intent(in) :: y
  logical, intent(out) :: r
  r = mod(y, 4) == 0 .and. (mod(y, 100) /= 0 .or. mod(y, 400) == 0)
end subroutine leap
