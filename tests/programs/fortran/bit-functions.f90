! inputs: int(0,200) int(0,7)
! Functions of bits of all kinds of integers, on scalars and arrays.
program p
  implicit none
  integer :: n, s, a(3)
  integer(1) :: i1
  integer(8) :: i8
  read *, n, s
  i1 = int(n / 2, 1)
  i8 = n * 1000000000_8
  a = [n, -n, 1]
  print *, poppar(n), popcnt(i1), popcnt(i8), poppar(a)
  print *, leadz(n), trailz(n), leadz(i1), trailz(i8), leadz(a), trailz(-n - 1)
  print *, shiftl(n, s), shiftr(-n, s), shifta(-n, s), shifta(i1, s), shifta(a, s)
  print *, maskl(s), maskr(s), maskl(s, 8), maskr(s + 1, 1)
  print *, merge_bits(n, 255, 15), merge_bits(a, 7, [1, 2, 4]), dshiftl(n, -1, s + 1), dshiftr(n, -1, s + 1)
  print *, bge(n, -n), bgt(-n, n), ble(n, -1), blt(a, 1)
  print *, ishftc(n, s, 8), ibits(n, s, 3), btest(n, s), ibset(i1, 2), ibclr(n, s), not(i1), ieor(n, a)
end program
