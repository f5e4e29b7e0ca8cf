! A BLOCK has variables of its own.
program block_variables
  integer :: depth, seen
  depth = 2
  block
    integer :: depth
    depth = 9
    seen = depth
  end block
  print *, depth, seen
end program
