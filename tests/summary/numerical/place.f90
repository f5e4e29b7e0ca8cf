! The search ends at the latest with the array.
subroutine place(n, a, wanted, at)
  integer n, at, a(n), wanted
  at = 1
  do while (at <= n)
    if (a(at) == wanted) return
    at = at + 1
  end do
end subroutine
