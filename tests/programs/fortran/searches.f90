! inputs: int(-5,5) int(1,6)
! Searches from both ends, and functions that put truth values and bits together.
program p
  implicit none
  integer :: v(6) = [2, 5, 2, 1, 5, 1], m(2, 3), k, n
  read *, k, n
  m = reshape([5, k, 9, 1, 7, k], [2, 3])
  v(n) = k
  print *, maxloc(v), maxloc(v, back=.true.), minloc(v, dim=1, back=.true.), maxloc(m), minloc(m, dim=2)
  print *, findloc(v, 5), findloc(v, 5, back=.true.), findloc(v, k, dim=1), findloc(v, 2, mask=v < 3)
  print *, findloc(m, k), findloc(m, k, dim=2), findloc(m, k, dim=1, back=.true.), findloc(['a', 'b'], 'b')
  print *, parity(v > 1), parity(m > 2, 1), iall([7, 6, k + 8]), iany([1, 4, 8]), iparity([1, 3, k + 6])
  print *, iall(m, 2), iany(m, mask=m > 0), index('banana', 'an', .true., 8), len('abc', 8)
  print *, reshape(v(1:5), [2, 4], pad=[0, -1], order=[2, 1])
  print *, is_iostat_end(-1), new_line('a') == achar(10), storage_size(1.0d0)
end program
