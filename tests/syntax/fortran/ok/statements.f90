subroutine statements(a, b, n, p, text)
  implicit none
  integer, intent(in), optional :: n
  real, intent(inout) :: a(:, :), b(n, 0:*)
  character(len=*), intent(in) :: text
  character(*, kind=1), parameter :: c1 = 'it''s', c2 = "say ""x"" 'y'"
  real, dimension(:), allocatable, target, save :: w
  integer :: i, j, k = 3, m(2) = [1, 2]
  logical(4) :: flag = .false._4
  external :: f
  outer: do i = 1, n
    inner: do
      if (a(i, 1) == b(i, 2) .and. n /= 3 .or. .not. flag) exit outer
      if (a(i, 1) <= 2 .neqv. n >= 3) cycle inner
      exit
    end do inner
  end do outer
  do while (k > 0); k = k - 1; end do
  do 10 j = 1, 3
10 continue
  do concurrent (i = 1:n, j = 1:n:2, i /= j)
    a(i, j) = 0
  end do
  choice: select case (text(1:1))
  case ('a':'f', 'x') choice
    k = 1
  case (:'0')
    k = 2
  case ('z':)
    k = 3
  case default
    k = 4
  end select choice
  where (a > 0)
    a = sqrt(a)
  elsewhere (a < -1)
    a = 1
  else where
    a = 0
  end where
  where (a > 0) a = -a
  forall (i = 1:n, j = 1:n:2, a(i, j) > 0) a(i, j) = 1 / a(i, j)
  forall (i = 1:n)
    a(i, :) = 0
  end forall
  allocate (w(n), stat=k)
  allocate (real(8) :: x(0:n, 2:3), source=y)
  deallocate (w, p%q(3)%r, errmsg=text)
  nullify (p%next, q)
  p%next => q
  q => null()
  p%a(i)%b(2:3) = [(real(i), i = 1, 3)]
  a(:, 1:2:1) = reshape((/ (i, i + 1, i = 1, 4), 7 /), (/ 3, 3 /), order = [integer :: 2, 1])
  a(::2, n:) = .inverse. a .cross. b
  write (*, '(a, i0)', advance='no') text // 'x', (a(i, 1), i = 1, 3)
  print *, k, 1.5e-3_8, 1e5, .5, 5., 2.d0, z'ff', b"01", 1_'kind'
  call f(x=3, *10, y=a(1, :))
  call p%method(3)
  text = 'abc'(2:3) // "d"
  associate (z => a(1, 1), y => b)
    z = 1
  end associate
  block
    integer :: local
    local = 3
  end block
  if (flag) then
    error stop 'wrong'
  else if (k == &
    ! a comment between
      & 3) then
    stop 3
  endif
  !$sextant assume (n > 0 .and. k < 3)
  !$SEXTANT Assert ( a(1,1) >= 0 )
  !$ not a directive
  !$sextant prove (k == 4)
  text = 'a long &
         &text' ; flag = .tr&
  &ue.
  if (k .eq. 1 .or. k.eq.2) return
end subroutine statements
