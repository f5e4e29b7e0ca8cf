! Keywords are no reserved words.
program if
  integer :: do, end, real, then, data(3)
  do = 1
  end = 2
  data(1) = 3
  real = data (2)
  then = 1; if (then == 1) then = 2
  print = 3
  write = 4
  call = 5
  type%integer = 6
end program if
