! inputs: word10(radar,abcba,hello,x,noon)
program main
  implicit none
  character(len=10) :: w, r
  integer :: i, n
  read (*,*) w
  n = len_trim(w)
  r = ' '
  do i = 1, n
    r(n - i + 1:n - i + 1) = w(i:i)
  end do
  print *, r, w == r, upper(w)
contains
  function upper(t) result(u)
    character(len=*), intent(in) :: t
    character(len=len(t)) :: u
    integer :: k
    u = t
    do k = 1, len(t)
      if (t(k:k) >= 'a' .and. t(k:k) <= 'z') u(k:k) = achar(iachar(t(k:k)) - 32)
    end do
  end function upper
end program main
