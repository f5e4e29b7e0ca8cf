! inputs: int(1,9)
! A BLOCK has variables of its own.
program block_variables
  integer :: depth, seen
  read *, depth
  block
    integer :: depth
    depth = 9
    seen = depth
  end block
  if (depth > 4) seen = seen + depth
  print *, depth, seen
end program
