! inputs: int(-5,5) int(-5,5) int(-5,5) int(-5,5)
program main
  implicit none
  integer :: a(2,2), b(2,3), c(2,3), v(2)
  read (*,*) a
  b = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  c = matmul(a, b)
  v = matmul(a, [1, -1])
  print *, c, v
  print *, transpose(c), dot_product(v, v), spread([1, 2], 1, 2)
  print *, cshift(b, 1, dim=2), eoshift(v, 1), pack(b, mod(b, 2) == 0)
  print *, sum(b, dim=1), maxval(c, dim=2), count(c > 0, dim=1)
end program main
