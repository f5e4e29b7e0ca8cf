subroutine lcg(N, X)
  integer(8) :: N, X, I
  X = 1
  do I = 1, N
    X = MODULO(1664525 * X + 1013904223, 2_8 ** 32)
  end do
end subroutine
