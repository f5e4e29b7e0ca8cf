integer function p(n)
  integer n, i
  p = 0
  do i = 1, n, 3
    p = p + 1
  end do
end
