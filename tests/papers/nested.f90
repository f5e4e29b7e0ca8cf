subroutine nest(a, k)
  integer :: a(3,4), k, i, j
  do j = 1, 4
    do i = 1, 3
      a(i,j) = i
    end do
  end do
  if (k > 2) k = twice(k) + twice(2)
contains
  integer function twice(n)
    integer, intent(in) :: n
    if (n > 3) then
      twice = 2*n
    else
      twice = n + n
    end if
  end function
end subroutine
