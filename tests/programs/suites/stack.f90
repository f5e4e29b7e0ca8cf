! infeasible: 0
subroutine stack(op, value, top)
  integer, intent(in) :: op
  integer, intent(inout) :: value
  integer, intent(out) :: top
  integer :: depth, cells(3)
  common /pile/ depth, cells
  top = 0
  if (depth < 0 .or. depth > 3) then
    top = -3
    return
  end if
  if (op == 1) then
    if (depth == 3) then
      top = -1
      return
    end if
    depth = depth + 1
    cells(depth) = value
  else if (op == 2) then
    if (depth == 0) then
      top = -2
      return
    end if
    value = cells(depth)
    depth = depth - 1
  end if
  if (depth > 0) top = cells(depth)
end subroutine stack
