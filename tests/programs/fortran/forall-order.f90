! inputs: int(-9,9)
! All values of a FORALL are computed before any is assigned.
program f
  implicit none
  integer :: c(2,2), i, j, a(5), b(5), m(3,3), n
  logical :: l(5)
  integer :: k
  read *, k
  c = reshape([1,2,3,4],[2,2])
  forall (i=1:2)
    forall (j=1:2)
      c(i,j) = c(j,i) * 10
    end forall
  end forall
  print *, c
  a = [1,2,3,4,5]
  forall (i=2:5) a(i) = a(i-1)
  print *, a
  forall (i=1:5, a(i) > 1) a(i) = a(6-i)
  print *, a
  a = [1,2,3,4,5]; b = 0
  forall (i=1:5, mod(i,2)==1)
    a(i) = a(i) * 2
    b(i) = a(6-i)
  end forall
  print *, a, b
  m = reshape([(i,i=1,9)],[3,3])
  forall (i=1:3)
    forall (j=1:i-1) m(j,i) = m(i,j)
  end forall
  print *, m
  m = reshape([(i,i=1,9)],[3,3])
  forall (i=1:3) m(i,:) = m(:,i)
  print *, m
  forall (i=1:3:2, j=3:1:-1, i/=j) m(i,j) = m(j,i) + 100
  print *, m
  a = [5,4,3,2,1]
  forall (i=1:5) a(a(i)) = i
  print *, a
  n = 0
  forall (i=1:n) a(i) = 0
  print *, a
  a = [1,2,3,4,5]
  forall (i=1:5, a(i)<4)
    a(i) = a(i) + 3
    b(i) = a(i) + k
  end forall
  print *, a, b
  forall (i = 1:5) a(i) = i*i
  print *, a
  l = a > 5
  forall (i=1:5, l(i))
    l(6-i) = .false.
    a(i) = -a(i)
  end forall
  print *, a, l
  i = 77
  forall (i=1:3) m(i,i) = i
  print *, i, m
  do concurrent (i=1:3, j=1:3, i<j)
    m(i,j) = 0
  end do
  print *, m
end program
