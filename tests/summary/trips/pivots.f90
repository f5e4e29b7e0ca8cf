! Loops that go down in steps of one or two, as data has it: bounded. Those that may stand still, turn round or jump over
! their end are not.
subroutine blocks(ipiv, n, ones)
   integer n, ipiv(n), ones, k
   ones = 0
   k = n
   do while (k >= 1)
      if (ipiv(k) > 0) then
         ones = ones + 1
         k = k - 1
      else
         k = k - 2
      end if
   end do
end subroutine

subroutine steps(ipiv, n, last)
   integer n, ipiv(n), last, k, kstep
   k = 1
10 if (k > n) go to 20
   kstep = 1
   if (ipiv(k) < 0) kstep = 2
   last = k
   k = k + kstep
   go to 10
20 continue
end subroutine

subroutine stands(ipiv, n, k)
   integer n, ipiv(n), k
   k = n
   do while (k >= 1)
      if (ipiv(k) > 0) k = k - 1
   end do
end subroutine

subroutine turns(ipiv, n, k)
   integer n, ipiv(n), k
   k = n
   do while (k >= 1)
      if (ipiv(k) > 0) then
         k = k - 1
      else
         k = k + 1
      end if
   end do
end subroutine

subroutine jumps(ipiv, n, k)
   integer n, ipiv(n), k
   k = n
   do while (k /= 0)
      if (ipiv(k) > 0) then
         k = k - 1
      else
         k = k - 2
      end if
   end do
end subroutine
