! Four elements in one pass, behind those that are left over.
subroutine unrolled(n, factor, x, y)
  integer n, rest, i
  real factor, x(n), y(n)
  if (n <= 0) return
  rest = mod(n, 4)
  do i = 1, rest
    y(i) = y(i) + factor * x(i)
  end do
  do i = rest + 1, n, 4
    y(i) = y(i) + factor * x(i)
    y(i + 1) = y(i + 1) + factor * x(i + 1)
    y(i + 2) = y(i + 2) + factor * x(i + 2)
    y(i + 3) = y(i + 3) + factor * x(i + 3)
  end do
end subroutine
