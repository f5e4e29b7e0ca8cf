subroutine inner(N, S)
  integer :: N, S, I, J
  S = 0
  do I = 0, N - 1
    do J = 0, I - 1
      S = S + 1
    end do
  end do
end subroutine
