! inputs: int(-99,99) real(-9,9)
program main
  implicit none
  integer :: n, list(3)
  real :: x
  character(len=8) :: name
  character(len=60) :: text(2)
  namelist /setup/ n, x, list, name
  read (*,*) n, x
  list = [1, 2, 3]
  name = 'first'
  write (*, nml=setup)
  text(1) = ' &setup n = 5, list(2) = 77,'
  text(2) = ' name = ''other'' /'
  read (text, nml=setup)
  print *, n, x, list, name
end program main
