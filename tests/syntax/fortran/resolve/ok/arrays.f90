subroutine s(a, b, n, m, v)
  implicit none
  integer, intent(in) :: n, m
  real, intent(inout) :: a(:, :), b(n, 0:m)
  real :: v(*)
  real :: c(3, 3), d(3), t
  integer :: k
  real, allocatable :: w(:)
  integer :: idx(3) = (/ 3, 1, 2 /)
  integer, parameter :: p(2) = [ 5, 7 ]
  logical :: mask(3)
  c = 0.0
  c(:, 1) = d
  c(2:3, :) = c(1:2, :)
  d = d + 1.0
  d = d(3:1:-1)
  d(idx) = 2 * d
  a = b + 1.0
  t = sum(d) + maxval(a)
  d = matmul(c, d)
  w = [1.0, t, d(2)]
  mask = d > 0.5
  where (mask)
    d = sqrt(d)
  elsewhere
    d = 0.0
  end where
  if (any(mask)) t = real(p(2)) + size(a, 1)
  do while (sum(d) < 10.0)
    d = d * 2
  end do
  forall (k = 1:3) c(k, k) = c(k, 1)
  c = reshape((/ 1, 2, 3, 4, 5, 6, 7, 8, 9 /), (/ 3, 3 /))
  deallocate (w)
  call inner
contains
  subroutine inner
    t = t + d(1)
    call deeper
  end subroutine
  subroutine deeper
    c(1, 1) = t
    v(1) = t
  end subroutine
  integer function n1()
    n1 = n
  end function
end subroutine
