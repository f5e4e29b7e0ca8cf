! The subscripts of the right side are looked at only where the left one holds.
subroutine rising(n, a, last)
  integer n, a(n), last
  last = 1
  do while (last < n .and. a(last) <= a(last + 1))
    last = last + 1
  end do
end subroutine
