module m
  integer :: a
  a = 1
  call s
contains
  subroutine t
    x = 1
    integer :: y
    data z /1/
    if (x == 1) then
      real :: w
    end if
    block
      integer :: right
    end block
    f(x) = x
  end subroutine
end module
block data
  common /c/ z
  print *, z
end
subroutine u
  interface
    subroutine v(x)
      x = 1
    end subroutine
    integer :: q
  end interface
end
