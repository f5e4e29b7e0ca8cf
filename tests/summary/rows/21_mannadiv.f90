subroutine mannad(X, Y, Q, A, B)
  integer :: X, Y, Q, A, B
  !$sextant assume (X >= 0 .AND. Y > 0)
  Q = 0
  A = 0
  B = X
  do while (B /= 0)
    if (A + 1 == Y) then
      Q = Q + 1
      A = 0
      B = B - 1
    else
      A = A + 1
      B = B - 1
    end if
  end do
end subroutine
