subroutine s(a, b
  integer a, 
  integer, foo :: b
  real*x c
  real(8 d
  character(len=) e
  dimension f
  dimension g(
  common /x y
  common //
  data x /1, 2
  data x 1
  equivalence a, b
  parameter (a)
  implicit real
  implicit real (z-a)
  save /x
  use
  use m, only a
  namelist x
  type(t x
  intent(foo) :: x
  integer, intent(in :: n
  integer function f
  namelist /g/
  external
  unknown thing
  123456 continue
end
