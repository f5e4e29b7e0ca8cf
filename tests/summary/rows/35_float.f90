subroutine tenths(X)
  double precision :: X
  integer :: I
  X = 0.0d0
  do I = 1, 10
    X = X + 0.1d0
  end do
end subroutine
