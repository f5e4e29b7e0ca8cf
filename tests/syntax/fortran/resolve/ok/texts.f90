module names
  character(len=3), parameter :: days(2) = (/ 'mon', 'tue' /)
  character(len=*), parameter :: greeting = 'hello'
end module
subroutine texts(word, n)
  use names
  implicit none
  character(len=*), intent(inout) :: word
  integer, intent(in) :: n
  character(len=n) :: auto
  character(len=10) :: list(3)
  integer :: i
  auto = word(2:n) // days(2)
  list(:)(1:2) = 'ab'
  list(2)(3:) = greeting(2:3)
  i = index(word, 'x', back=.true.) + len(word) + len(auto) + len_trim(list(1))
  word = repeat('ab', 3) // adjustl(trim(word))
  if (word == 'stop' .or. lge(word, list(1))) i = ichar(word(1:1))
  select case (word)
  case ('a':'f', 'z')
    i = 1
  end select
  write (word, '(a,i3)') trim(list(1)), i
  print '(3a)', (list(i), i = 1, 3)
  word = pick(n)
contains
  function pick(k) result (r)
    integer, intent(in) :: k
    character(len=k) :: r
    r = days(k)
  end function
end subroutine
