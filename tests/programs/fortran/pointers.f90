! inputs: int(0,6) int(-9,9)
program main
  implicit none
  type node
    integer :: value
    type(node), pointer :: next
  end type node
  type(node), pointer :: head, item
  integer, target :: x
  integer, pointer :: p
  integer :: n, k, i, s
  read (*,*) n, k
  nullify (head)
  do i = 1, n
    allocate (item)
    item%value = i*k
    item%next => head
    head => item
  end do
  s = 0
  item => head
  do while (associated(item))
    s = 2*s + item%value
    item => item%next
  end do
  print *, s, associated(head)
  x = k
  p => x
  p = p + 1
  print *, x, associated(p, x)
end program main
