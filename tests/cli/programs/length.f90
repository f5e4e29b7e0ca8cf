! Three integers of four bytes.
program length
  integer, allocatable :: words(:)
  integer :: bytes
  allocate(words(3))
  inquire(iolength=bytes) words
  print *, bytes
end program
