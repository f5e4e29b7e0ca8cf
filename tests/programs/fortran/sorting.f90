! inputs: int(-9,9) int(-9,9) int(-9,9) int(-9,9)
program main
  implicit none
  integer :: a, b, c, d, least, most
  read (*,*) a, b, c, d
  call sort4(a, b, c, d, least, most)
  print *, least, most
end program main
subroutine sort4(a, b, c, d, least, most)
  implicit none
  integer, intent(in) :: a, b, c, d
  integer, intent(out) :: least, most
  integer :: v(4), i, j, t
  v = [a, b, c, d]
  do i = 2, 4
    t = v(i)
    j = i - 1
    do
      if (j < 1) exit
      if (v(j) <= t) exit
      v(j + 1) = v(j)
      j = j - 1
    end do
    v(j + 1) = t
  end do
  least = v(1)
  most = v(4)
end subroutine sort4
