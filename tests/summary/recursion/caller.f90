subroutine total(N, S)
  integer :: N, S, I, triangle
  S = 0
  do I = 1, N
    S = S + triangle(I)
  end do
end subroutine
recursive function triangle(K) result(R)
  integer :: K, R
  if (K <= 0) then
    R = 0
  else
    R = K + triangle(K - 1)
  end if
end function
