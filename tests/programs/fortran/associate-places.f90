! inputs: int(-9,9)
! ASSOCIATE: subscripts are computed once, sections can be subscripted, values are kept.
program p
  implicit none
  type box
    integer :: v(4) = [1, 2, 3, 4]
    integer :: k = 9
  end type
  type(box) :: z(3)
  integer :: a(6) = [1, 2, 3, 4, 5, 6], m(3, 3), i, n
  character(8) :: s = 'abcdefgh'
  read *, n
  i = 2
  associate (d => a(i))
    i = 5
    d = n
    print *, d, a
  end associate
  associate (x => a(i:1:-2))
    i = 1
    x(1) = 77
    x = x + n
    print *, x, size(x), lbound(x), ubound(x)
  end associate
  m = 0
  associate (r => m(:, 2), e => m(1:3:2, 3:1:-2))
    r = [1, 2, 3]
    r(2) = -n
    m(3, 2) = 8
    e(2, 1) = n
    print *, r, e
  end associate
  associate (w => z(2)%v, kk => z(:)%k)
    w(3) = n
    kk(1) = 1
    print *, z(2)%v, z%k
  end associate
  associate (t => s(i + 1:4))
    i = 3
    t = 'xyz'
    print *, s, len(t)
  end associate
  associate (e => a(2:3) * 2, c => 'text', q => i + 1)
    i = 100
    a = 0
    print *, e(1), c, q, m
  end associate
end program
