program hello
  print *, 'this is free form'
end program hello
