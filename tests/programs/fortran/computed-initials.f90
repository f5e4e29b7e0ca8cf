! inputs: int(-9,9)
! Values at the start that are arithmetic, functions, array constructors.
module cst
  implicit none
  integer, private :: i
  integer, parameter :: n = 3
  real, parameter :: third = 1.0/3.0
  real(8), parameter :: pi = 4*atan(1.0d0), e = exp(1.0d0)
  real(8) :: area = pi * 2.5d0**2
  real :: s2 = sqrt(2.0), x3 = third * 3 - 1
  integer :: a(n) = [(i*i, i=1,3)]
  integer :: b(2,2) = reshape([1,2,3,4], [2,2])
  real :: r(3) = [1, 2, 3] / 2.0
  real :: q(4) = [(real(i)/3, i=1,4)]
  integer :: k = int(2.7) + nint(2.5) + mod(7,3) + max(1,2) + ishft(1,4) + iand(12,10)
  character(5) :: c = 'a'//'bc'
  logical :: l = n > 2 .and. .true.
  complex :: z = (1.0, 2.0) 
  complex :: z2 = cmplx(1.5, -2.5)
  integer(8) :: big = 2_8**40
  real(8) :: dd = 1.0/3.0
  integer, parameter :: t(3) = [1,2,3], u(3) = t*2 + 1
  integer :: w(3) = u - t
  integer :: len1 = len('hello') + size(t) + u(2) + ubound(t,1)
  real(8) :: ln = log(10.0d0), l10 = log10(1000.0), si = sin(pi/6), ab = abs(-3.5)
  real :: si1 = sin(0.5), co = cos(1.0), ex = exp(-1.5), th = tanh(0.3), pw = 2.0**0.5
  integer :: h = huge(1) / 2, sk = selected_real_kind(12), kd = kind(1.0d0)
  real :: eps = epsilon(1.0) * 2, ti = tiny(1.0)
  integer :: ic = ichar('A'), dv = -7/2, md = modulo(-7, 3)
end module
program p
  use cst
  implicit none
  integer :: j
  real(8), save :: bb = 1.0d0/3.0d0+1
  real :: data1, data2(3)
  data data1 /2.5/, data2 /3*1.25/
  read *, j
  a(2) = j
  print *, third, pi, e, area
  print *, s2, x3, a, b, r, q
  print *, k, c, l, z, z2, big, dd
  print *, u, w, len1
  print *, ln, l10, si, ab
  print *, si1, co, ex, th, pw
  print *, h, sk, kd, eps, ti, ic, dv, md
  print *, bb, data1, data2
end program
