! The number of passes is a search below a binder that it must not capture.
subroutine inverses(n, a)
  integer n, i
  real a(n)
  do i = 1, n
    a(i) = 1.0 / a(i)
  end do
end subroutine
