! infeasible: 0
! Customers that come and go: a positive number joins, a negative one serves, zero ends the day.
program queue
  implicit none
  integer :: n, waiting, served
  waiting = 0
  served = 0
  do
    read (*, *) n
    if (n == 0) exit
    if (n > 0) then
      waiting = waiting + n
      if (waiting > 20) then
        print *, 'full at', waiting
        waiting = 20
      end if
    else if (waiting + n < 0) then
      print *, 'nobody there'
    else
      waiting = waiting + n
      served = served - n
    end if
  end do
  write (*, '(A, I0, A, I4)') 'served ', served, ', left', waiting
end program queue
