! A loop with a call, against the same loop written out.
integer function p(n)
  implicit none
  integer, intent(in) :: n
  integer :: i
  !$sextant requires n >= 0
  p = 0
  i = 0
  do while (i < n)
    call step(p, i)
  end do
end function p
subroutine step(s, i)
  implicit none
  integer, intent(inout) :: s, i
  i = i + 1
  s = s + 2*i - 1
end subroutine step
