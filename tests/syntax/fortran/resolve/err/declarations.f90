subroutine s(a, n)
  implicit none
  integer, parameter :: k = k1 + 1
  integer, parameter :: k1 = k
  real(kind=16) :: quad
  integer :: i
  integer :: i
  real :: b(:)
  real :: c(*)
  type(nothing) :: t
  character(len=*) :: word
  integer :: a(n)
  integer :: m(3) = [1, 2, 3, 4]
  common /blk/ a
  common /one/ i
  common /two/ i
  x = 1
  call s(i)
  call s(i, i, i)
  i = k
end subroutine
subroutine s
end subroutine
