subroutine fastpow(X, N, R, K)
  integer :: X, N, R, K
  R = 1
  K = 0
  do while (N > 0)
    if (MODULO(N, 2) == 1) then
      R = R * X
    end if
    X = X * X
    N = N / 2
    K = K + 1
  end do
end subroutine
