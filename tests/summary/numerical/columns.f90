! A product of matrices, column by column.
subroutine columns(m, n, k, a, b, c)
  integer m, n, k, i, j, l
  real a(m, k), b(k, n), c(m, n), factor
  do j = 1, n
    do i = 1, m
      c(i, j) = 0.0
    end do
    do l = 1, k
      factor = b(l, j)
      do i = 1, m
        c(i, j) = c(i, j) + factor * a(i, l)
      end do
    end do
  end do
end subroutine
