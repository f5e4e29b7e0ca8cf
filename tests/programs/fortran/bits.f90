! inputs: int(0,255) int(0,7)
! symbolic: unsupported
program main
  implicit none
  integer :: a, k
  read (*,*) a, k
  print *, iand(a, 15), ior(a, 16), ieor(a, 255), not(a), ishft(a, k), ishft(a, -k)
  print *, btest(a, k), ibset(a, k), ibclr(a, k), ibits(a, 2, 3), ishftc(a, k, 8)
end program main
