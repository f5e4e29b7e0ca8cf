subroutine phase(N, M, X, Y)
  integer :: N, M, X, Y
  X = 0
  Y = M
  do while (X < N)
    if (X < M) then
      X = X + 1
    else
      X = X + 1
      Y = Y + 1
    end if
  end do
end subroutine
