! inputs: int(-9,9) int(-9,9) int(-9,9)
module el
contains
  elemental integer function clip(x, low, high)
    integer, intent(in) :: x, low, high
    clip = max(low, min(high, x))
  end function clip
  elemental subroutine swap(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a
    a = b
    b = t
  end subroutine swap
end module el
program main
  use el
  implicit none
  integer :: v(3), w(3)
  read (*,*) v
  w = clip(v, -3, 3)
  print *, w, clip(v(1), 0, 1)
  call swap(v, w)
  print *, v, w
end program main
