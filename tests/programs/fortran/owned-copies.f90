! inputs: int(-9,9)
! Bounds of what ALLOCATE and assignment make; records are copied with their allocatable components.
program t
  implicit none
  real, allocatable :: x(:), y(:), z(:,:), w(:,:), v(:), sc, sd
  integer :: st, i
  type r
    integer, allocatable :: a(:)
    integer :: k = 2
  end type
  type(r) :: p, q
  type(r), allocatable :: ps(:), qs(:)
  integer :: k
  read *, k
  allocate(x(-2:3)); x = [(real(i),i=1,6)]
  allocate(y, mold=x); allocate(v, source=x)
  print *, lbound(y), ubound(y), lbound(v), ubound(v), v
  allocate(z(0:1,5:6)); z = 3
  allocate(w, source=z)
  print *, lbound(w), ubound(w), w
  deallocate(w)
  allocate(w(2,2), source=z)
  print *, lbound(w), ubound(w)
  y = x
  print *, lbound(y), ubound(y)
  deallocate(y)
  y = x
  print *, lbound(y), ubound(y)
  y = x + 1
  print *, lbound(y), ubound(y), y
  y = x(0:2)
  print *, lbound(y), ubound(y), y
  y = x
  print *, lbound(y), ubound(y)
  allocate(sc, source=4.5)
  sd = sc + 1
  print *, sc, sd
  p%a = [1,2,3]
  q = p
  q%a(1) = k
  q%k = 9
  print *, p%a, q%a, p%k, q%k
  p = q
  print *, p%a
  p = p
  print *, p%a
  deallocate(q%a)
  p = q
  print *, allocated(p%a)
  allocate(ps(2))
  ps(1)%a = [5]; ps(2)%a = [6,7]
  qs = ps
  qs(2)%a(2) = 70
  print *, ps(2)%a, qs(2)%a, size(qs)
  qs = [qs, ps]
  print *, size(qs), qs(4)%a, qs(1)%a
  p = mk(3)
  print *, p%a, p%k
  q = r([8,9], 1)
  print *, q%a, q%k
  q = r(k=4)
  print *, allocated(q%a), q%k
  allocate(x(2), stat=st)
  print *, st /= 0
  call outr(p)
contains
  function mk(n) result(z)
    integer, intent(in) :: n
    type(r) :: z
    allocate(z%a(n)); z%a = n + k
  end function
  subroutine outr(z)
    type(r), intent(out) :: z
    print *, allocated(z%a), z%k
  end subroutine
end program
