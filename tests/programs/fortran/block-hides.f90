! inputs: int(-9,9)
! Names of BLOCK, ASSOCIATE and implied DO hide those outside.
program p
  implicit none
  integer :: x, n, i
  real :: y(3)
  integer :: f, a
  integer :: k
  f(a) = a + x
  read *, k
  x = k; y = 2; n = 0
  block
    integer :: x
    real :: n
    x = 3; n = 2.5
    print *, x, n
    block
      character(3) :: x
      x = 'abc'
      print *, x, n
    end block
    associate (n => x, y => y(2:3))
      n = n + 1
      y = y * n
      print *, n, y, size(y)
    end associate
    print *, x, f(2)
  end block
  print *, x, n, y
  associate (x => y(1) + 1, z => n)
    print *, x
    z = 9
    block
      integer :: z(2)
      z = [1,2]
      print *, z, x
    end block
  end associate
  print *, n
  i = 42
  y = [(real(i), i = 4, 6)]
  print *, i, y
  do i = 1, 2
    block
      integer, allocatable :: t(:)
      print *, allocated(t)
      allocate(t(i))
      t = i
      print *, t
    end block
  end do
  block
    integer, parameter :: k = 4
    integer :: z(k), i
    z = [(i*k, i=1,k)]
    print *, z
    call in()
  end block
contains
  subroutine in()
    integer :: n
    n = 5
    print *, x, n
    block
      integer :: x
      x = n
      print *, x
    end block
  end subroutine
end program
