! inputs: int(-9,9) int(-9,9) int(0,3)
program main
  implicit none
  integer :: a, b, n, t(3,3), i, j
  read (*,*) a, b, n
  t = 0
  associate (row => t(2,:), corner => t(3,3))
    row = [a, b, a*b]
    corner = sum(row)
  end associate
  outer: do i = 1, 3
    do j = 1, 3
      if (j == n) cycle outer
      if (t(i,j) > 20) exit outer
      t(i,j) = t(i,j) + 1
    end do
  end do outer
  block
    integer :: s
    s = t(1,1) - t(2,2)
    if (s < 0) s = -s
    print *, s
  end block
  do i = 1, 3
    print '(3i6)', t(i,:)
  end do
end program main
