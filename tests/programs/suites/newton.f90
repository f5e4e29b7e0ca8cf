! infeasible: 0
subroutine root(x, y, steps, fine)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer, intent(out) :: steps
  logical, intent(out) :: fine
  fine = .false.
  steps = 0
  y = 1
  if (x < 0) return
  if (x == 0) then
    y = 0
    fine = .true.
    return
  end if
  do while (abs(y * y - x) > 0.25d0 * x)
    y = (y + x / y) / 2
    steps = steps + 1
    if (steps >= 3) return
  end do
  fine = .true.
end subroutine root
