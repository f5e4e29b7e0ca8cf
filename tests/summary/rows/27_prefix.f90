subroutine prefix(A, N)
  integer :: N, I
  integer :: A(*)
  do I = 2, N
    A(I) = A(I) + A(I - 1)
  end do
end subroutine
