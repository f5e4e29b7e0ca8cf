subroutine fill(A, N, C)
  integer :: N, C, I
  integer :: A(*)
  do I = 1, N
    A(I) = I * I + C
  end do
end subroutine
