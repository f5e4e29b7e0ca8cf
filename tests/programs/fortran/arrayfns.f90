! inputs: int(-5,5) int(-5,5) int(-5,5)
program main
  implicit none
  integer :: v(4), m(2,2), a, b, c
  read (*,*) a, b, c
  v = [a, b, c, a - b]
  m = reshape(v, [2, 2])
  print *, sum(v), maxval(v), minval(abs(v)), count(v > 0)
  print *, any(v == c), all(v < 6), dot_product(v, [1, 2, 3, 4])
  print *, merge(v, -v, v > b)
  print *, transpose(m)
  print *, cshift(v, 1), eoshift(v, -1)
  print *, sum(m, dim=1), product(m(:,1))
  print *, spread([a, b], 1, 2)
end program main
