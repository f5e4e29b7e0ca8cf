module m
  type :: t
    integer :: x
  contains
    procedure :: method
    procedure, private :: other => third
    generic :: operator(+) => method
    final :: clean
  end type t
contains
  subroutine s(a, p)
    class(*) :: a
    integer :: n[*]
    pointer (ip, x)
    n[2] = 3
    if (n[1] == 2) then
      n = 1
    end if
    select type (a)
    type is (integer)
      x = 1
    class default
      x = 2
    end select
    critical
      x = 3
    end critical
    call c(%val(x))
  end subroutine s
end module m
submodule (m) sub
contains
  module procedure foo
    x = 1
  end procedure foo
end submodule sub
