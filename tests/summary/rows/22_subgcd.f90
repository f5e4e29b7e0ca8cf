subroutine subgcd(A, B)
  integer :: A, B
  !$sextant assume (A > 0 .AND. B > 0)
  do while (A /= B)
    if (A > B) then
      A = A - B
    else
      B = B - A
    end if
  end do
end subroutine
