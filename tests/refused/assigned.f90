subroutine p(x, r)
   real, pointer :: x
   real r
   r = x
end subroutine p
