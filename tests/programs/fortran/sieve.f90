! inputs: int(2,60)
! symbolic: unsupported
program main
  implicit none
  integer :: n, i
  logical, allocatable :: prime(:)
  read (*,*) n
  allocate (prime(n))
  prime = .true.
  prime(1) = .false.
  do i = 2, int(sqrt(real(n)))
    if (prime(i)) prime(i*i:n:i) = .false.
  end do
  print '(10i5)', pack([(i, i = 1, n)], prime)
  print *, count(prime)
end program main
