! A component's default is the value of every new variable of the type.
program default
  type tank
    integer :: level = 21
  end type
  type (tank) :: spare
  print *, spare%level
end program
