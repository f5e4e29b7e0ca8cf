recursive function power(B, N) result(P)
  integer :: B, N, P
  if (N <= 0) then
    P = 1
  else
    P = B * power(B, N - 1)
  end if
end function
