program p
  x = 
  x = (1 + 2
  x = 1 + * 2
  x = a(1, )
  x = f(1 2)
  x = 'open
  x = .foo
  x = 1.0_
  x = z'gg' + b'12'
  x = (a + 1, 2)
  x = a %
  x + 1 = 2
  x = y = z
  x = (/ 1, 2
  call
  call f(
  call f x
  if (x y = 1
  if x then
  if () then
    y = 1
  end if
  goto
  goto (10, 20
  do i = 1
  end do
  read (5, 10
  write *, x
  print
  do i 1, 2
  end do
end program
