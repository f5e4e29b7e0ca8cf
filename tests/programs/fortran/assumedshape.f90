! inputs: int(-9,9) int(-9,9)
module work
contains
  subroutine scale(x, k)
    integer, intent(inout) :: x(:,:)
    integer, intent(in) :: k
    x = x*k
    if (size(x, 1) > 2) x(3,:) = 0
  end subroutine scale
  function column_sums(x) result(s)
    integer, intent(in) :: x(:,:)
    integer :: s(size(x, 2))
    integer :: j
    do j = 1, size(x, 2)
      s(j) = sum(x(:,j))
    end do
  end function column_sums
end module work
program main
  use work
  implicit none
  integer :: m(4,3), a, b, i, j
  read (*,*) a, b
  m = reshape([((a*i + j, i = 1, 4), j = 1, 3)], shape(m))
  call scale(m(1:4:2,:), b)
  print '(4i6)', m
  call scale(m, 2)
  print *, column_sums(m), column_sums(m(2:3,1:2))
end program main
