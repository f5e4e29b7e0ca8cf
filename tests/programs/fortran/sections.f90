! inputs: int(-9,9) int(-9,9)
program main
  implicit none
  integer :: m(4,5), v(5), i, j, a, b
  read (*,*) a, b
  m = reshape([((i*a + j*b, i = 1, 4), j = 1, 5)], [4, 5])
  v = m(2,:)
  print '(5i5)', v
  m(1:3:2, 2:4) = -m(1:3:2, 2:4)
  print '(4i5)', m
  v(2:5) = v(1:4)
  print '(5i5)', v
  v(5:1:-1) = v
  print '(5i5)', v
  print *, sum(m(:,3)), product(m(1,1:2)), count(m > 0), any(m == 0), all(v < 100)
  print *, m([4, 1], 5), maxloc(v), minloc(m)
end program main
