! inputs: int(-9,9) int(-9,9)
! Sections with gaps and turned round, for arrays of explicit shape, assumed size and assumed shape.
program p
  implicit none
  integer, target :: a(4, 5)
  integer, pointer :: q(:, :), r(:)
  integer :: i, k, m
  read *, k, m
  a = reshape([(i, i = 1, 20)], [4, 5])
  a(2, 3) = k
  call count_down(a(2, :), 5)
  print *, a(2, :)
  call corners(a(1:4:2, 2:5:3), m)
  print *, a
  q => a(4:1:-3, :)
  call count_down(q(1, 5:1:-2), 3)
  call add(q(:, 4), k)
  r => q(2, :)
  call pairs(r(2:))
  print *, a(1, :), a(4, :)
  call pairs(a(2:3, 2:3))
  call add(a([3, 1], 2), m)
  print *, a(:, 2), sum(a)
contains
  subroutine count_down(x, n)
    integer, intent(in) :: n
    integer, intent(out) :: x(n)
    integer :: j
    do j = 1, n
      x(j) = k - j
    end do
  end subroutine
  subroutine corners(x, by)
    integer, intent(inout) :: x(2, 2)
    integer, intent(in) :: by
    x(1, 2) = x(1, 2) + by
    x(2, 1) = x(2, 1) - by
  end subroutine
  subroutine add(x, by)
    integer, intent(in) :: x(:), by
    print *, x + by, lbound(x), ubound(x)
  end subroutine
  subroutine pairs(x)
    integer :: x(2, *)
    x(1, 2) = x(1, 2) * 2 + m
  end subroutine
end program
