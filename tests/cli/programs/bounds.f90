! SOURCE= gives the bounds, too.
program bounds
  integer, allocatable :: old(:), new(:)
  allocate(old(-4:1))
  old = 7
  allocate(new, source=old)
  print *, lbound(new), ubound(new)
end program
