subroutine p(a, n)
   integer n
   integer a(2, n)
   call fill(a, 2*n)
end subroutine p
subroutine fill(v, m)
   integer m, i
   integer v(m)
   do i = 1, m
      v(i) = 0
   end do
end subroutine fill
