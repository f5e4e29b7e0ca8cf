! inputs: int(-9,9) int(-9,9) int(-9,9)
program main
  implicit none
  integer :: a(3), b(3)
  read (*,*) a
  where (a > 0)
    b = a*10
  elsewhere (a < -4)
    b = -1
  elsewhere
    b = 0
  end where
  print *, b
  where (mod(a, 2) == 0) a = a/2
  print *, a, merge(1, 2, a > b)
end program main
