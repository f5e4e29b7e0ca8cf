subroutine outer(f, x, n)
  implicit real (a-h)
  interface
    real function f(t)
      real, intent(in) :: t
    end function
  end interface
  real :: x(n)
  real, save :: kept = 1
  integer, external :: other
  associate (first => x(1), total => sum(x))
    first = total + 1
  end associate
  block
    integer :: x
    x = 3
    n = x
  end block
  call step
  !$sextant assert (n > 0)
contains
  subroutine step
    integer :: i
    real :: x2(size(x))
    do i = 1, n
      x2(i) = f(x(i)) * kept
      if (i == other(i)) call again(x2)
    end do
    loop: do concurrent (i = 1:n, x(i) > 0)
      if (x(i) > 5) cycle loop
      x(i) = twice(x(i))
    end do loop
  end subroutine
  recursive subroutine again(y)
    real, intent(in) :: y(:)
    if (size(y) > 1) call again(y(2:))
    n = n + 1
  end subroutine
  elemental real function twice(v)
    real, intent(in) :: v
    twice = 2 * v
  end function
end subroutine
