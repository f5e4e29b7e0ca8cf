subroutine fig4(B, D, J, M)
  integer :: B, D, J, M
  B = B + 1
  do while (J <= M)
    D = 2 * D
    J = J + B
  end do
end subroutine
