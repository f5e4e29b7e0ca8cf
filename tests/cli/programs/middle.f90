! A row of a matrix is not contiguous: it is copied for an explicit-shape dummy, and copied back.
program middle
  integer :: table(2,3), i
  table = reshape([(i, i = 1, 6)], [2,3])
  call double_first(table(1,:), 3)
  print *, table(1,:)
end program
subroutine double_first(values, n)
  integer :: n, values(n)
  print *, values
  values(1) = 2*values(1) + 40
end subroutine
