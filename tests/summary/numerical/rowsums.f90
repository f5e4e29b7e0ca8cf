! Each element is a sum of its own.
subroutine rowsums(n, total, table)
  integer n, i, j, total(n), table(n, n)
  do i = 1, n
    total(i) = 0
    do j = 1, n
      total(i) = total(i) + table(i, j)
    end do
  end do
end subroutine
