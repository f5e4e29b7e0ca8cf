! inputs: int(1,9) int(1,9) int(1,30)
program main
  implicit none
  integer :: a, b, t, i, j
  read (*,*) a, b, t
  call search(a, b, t, i, j)
  print *, i, j
end program main
subroutine search(a, b, t, i, j)
  implicit none
  integer, intent(in) :: a, b, t
  integer, intent(out) :: i, j
  integer :: k, l
  i = 0
  j = 0
  rows: do k = 1, 3
    if (mod(k, 2) == 0) cycle rows
    do l = 1, 3
      if (l == k) cycle
      if (a*k + b*l > t) then
        i = k
        j = l
        exit rows
      end if
    end do
  end do rows
end subroutine search
