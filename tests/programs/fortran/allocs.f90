! inputs: int(0,6) int(-5,5)
! symbolic: unsupported
program main
  implicit none
  integer, allocatable :: a(:), b(:,:)
  integer :: n, k, i, status
  read (*,*) n, k
  allocate (a(n), b(0:n,2), stat=status)
  print *, status, allocated(a), size(a), shape(b), lbound(b, 1), ubound(b)
  a = [(i*k, i = 1, n)]
  b(:,1) = 1
  b(:,2) = k
  print *, sum(a), sum(b), a
  deallocate (a)
  allocate (a(2))
  a = [k, n]
  print *, allocated(b), a, maxval(b), minval(a)
  deallocate (a, b)
  print *, allocated(a)
end program main
