! inputs: int(1,5) real(-9,9)
! symbolic: unsupported
program main
  implicit none
  integer :: n, i
  real :: x
  character(len=30) :: f
  read (*,*) n, x
  do i = 1, n
    write (*, '(i0,1x)', advance='no') i*i
  end do
  write (*, *)
  write (f, '(a,i0,a)') '(', n, 'f9.3)'
  print f, (x*i, i = 1, n)
  print '(*(g0,:,","))', n, x > 0, 'text'
  print '(es12.4,en12.3,b12.8,o6,z6)', x, x*1000, n*10, n*10, n*10
end program main
