! infeasible: 0
integer function grade(points, bonus)
  integer, intent(in) :: points, bonus
  integer :: total
  total = points
  if (bonus > 0 .and. points >= 40) total = total + bonus
  if (points < 0 .or. points > 100 .or. bonus > 20) then
    grade = -1
  else if (total >= 90) then
    grade = 1
  else if (total >= 60) then
    grade = 2
  else
    grade = 3
  end if
end function grade
