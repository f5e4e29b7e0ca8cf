! inputs: int(-9,9)
! Constants that functions of arrays, RESHAPE with ORDER and PAD, and texts give.
module sizes
  implicit none
  integer, parameter :: c(3) = [3, 1, 2], total = sum(c), most = maxval(c)
  integer, parameter :: a(2, 3) = reshape([1, 2, 3, 4], [2, 3], pad = [9, 8], order = [2, 1])
  logical, parameter :: big(3) = c > 1
  integer, parameter :: kept(count(big)) = pack(c, big)
  character(3), parameter :: words(2) = ['abc', 'xyz'], ends(2) = words(:)(2:3)//'!'
  type box
    integer :: grid(2, 2) = reshape([1, 2, 3, 4], [2, 2], order = [2, 1])
    real :: share = real(total) / most
    integer :: last = c(size(c))
  end type
end module
program p
  use sizes
  implicit none
  integer, parameter :: m(3) = merge(c, -c, big), s(3, 2) = spread(c, 2, 2), d(3) = c(c)
  integer, parameter :: o(3, 2) = transpose(a), t(3) = cshift(c, 1), prod = dot_product(c, m)
  integer, parameter :: where_c(2) = index(words, 'c'), least = minloc(c, 1), odd = merge(1, 0, any(big))
  integer, parameter :: rest(3) = mod(c * 7, 4) + abs(-c) - max(c, 2), bits = ibset(0, 5) + iand(12, 10)
  integer :: first(0:3) = [c, total], room(most) = rest, k, i
  type(box) :: b, all(2)
  character(len(ends) + total) :: text
  read *, k
  text = ends(1)//words(2)
  print *, total, most, a, big, kept, ends
  print *, m, s, d, o, t, prod
  print *, where_c, least, odd, rest, bits, first, room, len(text), text
  print *, b%grid, b%share, b%last, all(2)%grid(1, 2)
  print *, c(modulo(k, 3) + 1) + k, [(a(1, i) * k, i = 1, 3)]
end program
