subroutine trib(N, A, B, C)
  integer :: N, A, B, C, I, T
  A = 0
  B = 0
  C = 1
  do I = 1, N
    T = A + B + C
    A = B
    B = C
    C = T
  end do
end subroutine
