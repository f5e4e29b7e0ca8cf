! inputs: word12(hello,banana,a,mississippi) int(0,4)
! symbolic: unsupported
program main
  implicit none
  character(len=12) :: w
  character(len=20) :: t
  integer :: n
  read (*,*) w, n
  t = trim(w) // repeat('-', n)
  print *, len(t), len_trim(t), len_trim(w), '<' // trim(t) // '>'
  print *, adjustr(w), '|', adjustl(adjustr(w)), '|'
  print *, scan(w, 'aeiou'), verify(trim(w), 'abmnips'), index(w, 's', back=.true.)
  print *, iachar(w(1:1)), achar(iachar('A') + n), w(2:4) == 'ell'
  print '(a,1x,a3,1x,a15)', t, w, w
end program main
