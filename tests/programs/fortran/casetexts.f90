! inputs: word4(add,sub,mul,max,none) int(-20,20) int(-20,20)
program main
  implicit none
  character(len=4) :: op
  integer :: a, b, r
  logical :: known
  read (*,*) op, a, b
  known = .true.
  select case (op)
  case ('add')
    r = a + b
  case ('sub')
    r = a - b
  case ('max')
    r = max(a, b)
  case ('mul':'mulz')
    r = a*b
  case default
    known = .false.
    r = 0
  end select
  if (known) then
    print '(a,a,i0)', op, '=', r
  else
    print *, 'what is ', op, '?'
  end if
end program main
