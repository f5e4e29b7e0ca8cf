! inputs: int(-12,40)
program main
  implicit none
  integer :: k, r
  character(len=6) :: word
  read (*,*) k
  call pick(k, r)
  select case (r)
  case (1)
    word = 'one'
  case (2, 3)
    word = 'some'
  case default
    word = 'many'
  end select
  print *, k, r, word
end program main
subroutine pick(k, r)
  implicit none
  integer, intent(in) :: k
  integer, intent(out) :: r
  select case (k)
  case (:-1)
    r = -1
  case (0)
    r = 0
  case (1:9, 20:29)
    r = 1
    if (k == 5) r = 2
  case (10, 12, 14)
    r = 3
  case default
    r = 4
  end select
end subroutine pick
