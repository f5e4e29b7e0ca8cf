! Whether `k` has a value behind the loop depends on the number of iterations.
integer function last(n)
  integer, intent(in) :: n
  integer :: i, k
  do i = 1, n
    k = i*i
  end do
  last = k
end function
