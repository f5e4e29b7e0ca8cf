subroutine kinds
  use iso_fortran_env, only : real64, wide => int64
  implicit none
  integer, parameter :: rk = selected_real_kind(12), n = 2**3 - 1
  integer(wide) :: big
  integer(1) :: tiny_int
  real(rk) :: x
  real(real64), parameter :: third = 1.0_rk / 3
  complex(rk) :: z
  logical(1) :: flag
  big = huge(big) + tiny_int
  x = 1.5_rk + 2.5e0 + 1d-3 + third
  x = epsilon(x) + real(n, rk) + int(x, wide)
  z = cmplx(x, 1, rk) * conjg(z) + aimag(z)
  z = (1, -2)
  flag = btest(n, 2) .neqv. .true.
  big = ishft(ior(7, 8), -1) + iand(z'ff', n) + nint(x) + floor(-2.5) + modulo(-7, 3) + mod(big, 5_wide)
  x = max(x, 1.0_rk, third) - sign(1d0, x) + dim(x, 2d0) + merge(1d0, 2d0, flag)
  tiny_int = 3.99
end subroutine
