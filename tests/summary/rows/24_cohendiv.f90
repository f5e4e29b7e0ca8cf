subroutine cohend(X, Y, Q, R)
  integer :: X, Y, Q, R, A, B
  !$sextant assume (X >= 0 .AND. Y > 0)
  Q = 0
  R = X
  do while (R >= Y)
    A = 1
    B = Y
    do while (R >= 2 * B)
      A = 2 * A
      B = 2 * B
    end do
    R = R - B
    Q = Q + A
  end do
end subroutine
