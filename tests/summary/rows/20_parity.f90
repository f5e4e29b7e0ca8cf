subroutine parity(N, A, B)
  integer :: N, A, B, I
  I = 0
  A = 0
  B = 0
  do while (I < N)
    if (MODULO(I, 2) == 0) then
      A = A + I
    else
      B = B + 1
    end if
    I = I + 1
  end do
end subroutine
