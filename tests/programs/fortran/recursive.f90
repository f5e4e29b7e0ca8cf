! inputs: int(0,10) int(0,3)
program main
  implicit none
  integer :: n, k, m
  read (*,*) n, k
  call towers(min(n, 6), m)
  print *, fact(n), fib(n), m, ack(min(k, 2), k)
contains
  recursive integer function fact(n) result(f)
    integer, intent(in) :: n
    if (n <= 1) then
      f = 1
    else
      f = n*fact(n - 1)
    end if
  end function fact
  recursive function fib(n) result(f)
    integer, intent(in) :: n
    integer :: f
    f = n
    if (n > 1) f = fib(n - 1) + fib(n - 2)
  end function fib
  recursive integer function ack(m, n) result(a)
    integer, intent(in) :: m, n
    if (m == 0) then
      a = n + 1
    else if (n == 0) then
      a = ack(m - 1, 1)
    else
      a = ack(m - 1, ack(m, n - 1))
    end if
  end function ack
end program main
recursive subroutine towers(n, moves)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: moves
  integer :: first, second
  moves = 0
  if (n <= 0 .or. n > 4) return
  call towers(n - 1, first)
  call towers(n - 1, second)
  moves = first + second + 1
end subroutine towers
