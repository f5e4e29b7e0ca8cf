subroutine fact(N, F)
  integer :: N, F, I
  F = 1
  I = 1
  do while (I <= N)
    F = F * I
    I = I + 1
  end do
end subroutine
