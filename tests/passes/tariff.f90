! Elements as arguments, functions in conditions, a SELECT with ranges, a jump out of two loops.
subroutine tariff(a, n, k, total)
  implicit none
  integer, intent(in) :: n, k
  integer, intent(inout) :: a(n)
  integer, intent(out) :: total
  integer :: i
  total = 0
  call add(a(k), 5)
  do i = 1, n
    if (rate(a(i)) > 2) goto 100
    total = total + rate(a(i))
  end do
100 continue
contains
  subroutine add(x, by)
    integer, intent(inout) :: x
    integer, intent(in) :: by
    x = x + by
  end subroutine add
  integer function rate(x)
    integer, intent(in) :: x
    select case (x)
    case (:0)
      rate = 0
    case (1:9)
      rate = 1
    case default
      rate = 3
    end select
  end function rate
end subroutine tariff
