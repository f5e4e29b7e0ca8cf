! Nested FORALLs are one: all right sides are computed before anything is stored.
program transpose
  integer :: grid(2,2), row, column
  grid = reshape([5,6,7,8], [2,2])
  forall (row = 1:2)
    forall (column = 1:2)
      grid(row,column) = grid(column,row) + 100
    end forall
  end forall
  print *, grid
end program
