! STOP with a number ends the program with that status.
program halt
  print *, 'halting'
  stop 6
end program
