subroutine p(n)
   integer n, i
   do i = 1, 2
      read (7, *) n
   end do
end subroutine p
