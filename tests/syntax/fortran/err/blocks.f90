subroutine a
  if (x) then
    do i = 1, 3
  end if
  end do
  else
  end if
end subroutine b
subroutine c
  do 10 i = 1, 3
    if (x) then
10 continue
  end if
  select case (i)
    x = 1
  case (1)
    y = 2
  case default
  end select
  do 20 j = 1, 3
  end do
end function
subroutine d
  where (x > 0)
    x = 1
  do
    exit
subroutine e
  case (1)
  elsewhere
  else
  end where
end
module m
  x = 1
contains
  y = 2
end module m
