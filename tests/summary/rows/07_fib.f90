subroutine fib(N, A, B)
  integer :: N, A, B, I, T
  A = 0
  B = 1
  do I = 1, N
    T = A + B
    A = B
    B = T
  end do
end subroutine
