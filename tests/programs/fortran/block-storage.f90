! inputs: int(1,4)
! symbolic: unsupported
! Variables of a BLOCK: saved ones, DATA, sizes that are computed each time it begins.
program p
  implicit none
  integer :: i, k
  read *, k
  do i = 1, 3
    block
      integer :: n = 0, w(i * k)
      integer, save :: m
      character(i + 1) :: c
      data m /7/
      n = n + i
      m = m - 1
      w = i
      c = 'abcdefgh'
      print *, n, m, sum(w), size(w), '['//c//']', len(c)
      block
        integer, save :: m = 100
        integer :: v(0:size(w), 2)
        m = m + n
        v = m
        print *, m, shape(v), lbound(v), sum(v)
      end block
    end block
  end do
end program
