! inputs: int(0,255) int(0,7)
program main
  implicit none
  integer :: a, k
  read (*,*) a, k
  print *, iand(a, 15), ior(a, 16), ieor(a, 255), not(a), ishft(a, k), ishft(a, -k)
  print *, btest(a, k), ibset(a, k), ibclr(a, k), ibits(a, 2, 3), ishftc(a, k, 8)
  print *, ibits(a, k, 3), ishftc(a, -k, 9), ishftc(a, k), popcnt(a), popcnt(not(a))
end program main
