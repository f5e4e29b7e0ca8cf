! inputs: int(-9,9) int(1,4)
! symbolic: unsupported
! Sections whose elements lie apart, where a procedure wants them in storage order: copied in and out.
program sections
  implicit none
  type point
    integer :: x, y
  end type
  type(point) :: a(4)
  integer :: m(4,4), i, k, r
  character(5) :: c(3)
  logical :: l(4)
  integer, target :: t(3,3)
  integer, pointer :: q(:,:)
  read *, k, r
  a%x = [(i, i=1,4)]
  a%y = a%x * k
  m = reshape([(i, i=1,16)], [4,4])
  call negate(a%y, 4)
  print *, a%x, a%y
  call negate(m(2,:), 4)
  call negate(m(4:1:-1,3), 2)
  call twice(m(1:3:2,1:4), 2, 4)
  print *, m
  call add(m(1,:), m(3,:), 4)
  print *, m
  call show(m([3,1,4],2), 3)
  c = ['abcde','fghij','klmno']
  call texts(c(1:3:2), 2)
  print *, c
  call texts(c(:)(2:3), 3)
  print *, c
  l = [.true., .false., .true., .false.]
  call flip(l(1::2), 2)
  print *, l
  t = reshape([(i, i=1,9)], [3,3])
  q => t(1:3:2,2:3)
  call negate(q, 4)
  print *, t
  call shaped(m(r,:))
  print *, m(r,:)
contains
  subroutine negate(z, n)
    integer :: n, z(n), j
    do j = 1, n
      z(j) = -z(j)
    end do
  end subroutine
  subroutine twice(z, n, k)
    integer :: n, k, z(n,k)
    z = z * 2
  end subroutine
  subroutine add(x, y, n)
    integer :: n, x(*), y(n)
    x(1:n) = x(1:n) + y
    y = 0
  end subroutine
  subroutine show(x, n)
    integer, intent(in) :: n, x(n)
    print *, x
  end subroutine
  subroutine texts(x, n)
    integer :: n
    character(*) :: x(n)
    print *, x, len(x)
    x(1) = 'zz'
  end subroutine
  subroutine flip(x, n)
    integer :: n
    logical :: x(n)
    x = .not. x
  end subroutine
  subroutine shaped(x)
    integer :: x(:)
    call negate(x, size(x))
    call twice(x(2:4:2), 1, 2)
  end subroutine
end program
