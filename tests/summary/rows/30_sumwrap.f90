subroutine sumwrap(N, S)
  integer(8) :: N, S, I
  S = 0
  I = 1
  do while (I <= N)
    S = MODULO(S + I + 2_8 ** 31, 2_8 ** 32) - 2_8 ** 31
    I = I + 1
  end do
end subroutine
