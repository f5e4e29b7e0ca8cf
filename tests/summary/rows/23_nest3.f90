subroutine nest(N, C)
  integer :: N, C, I, J, K
  C = 0
  do I = 0, N - 1
    do J = I, N - 1
      do K = I, J
        C = C + 1
      end do
    end do
  end do
end subroutine
