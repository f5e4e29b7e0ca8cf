! Loops as numerical programs have them: dot products, matrix products, a sieve, texts.
program loops
  implicit none
  integer, parameter :: n = 100
  real(8) :: a(n,n), b(n,n), c(n,n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i,j) = i + j
      b(i,j) = i - j
    end do
  end do
  call multiply(a, b, c, n)
  print *, c(1,1), c(n,n), dots(a, n)
  print *, primes(20000), vowels(2000)
contains
  subroutine multiply(a, b, c, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n,n), b(n,n)
    real(8), intent(out) :: c(n,n)
    integer :: i, j, k
    do j = 1, n
      do i = 1, n
        c(i,j) = 0
        do k = 1, n
          c(i,j) = c(i,j) + a(i,k)*b(k,j)
        end do
      end do
    end do
  end subroutine multiply
  real(8) function dots(a, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n*n)
    integer :: i, round
    dots = 0
    do round = 1, 20
      do i = 1, n*n
        dots = dots + a(i)*a(i)
      end do
    end do
  end function dots
  integer function primes(n)
    integer, intent(in) :: n
    logical :: composite(n)
    integer :: i, j
    composite = .false.
    primes = 0
    do i = 2, n
      if (composite(i)) cycle
      primes = primes + 1
      do j = 2*i, n, i
        composite(j) = .true.
      end do
    end do
  end function primes
  integer function vowels(rounds)
    integer, intent(in) :: rounds
    character(len=40) :: line
    integer :: round, i
    line = 'the quick brown fox jumps over the dog'
    vowels = 0
    do round = 1, rounds
      do i = 1, len_trim(line)
        if (index('aeiou', line(i:i)) > 0) vowels = vowels + 1
      end do
      line = line(2:) // line(1:1)
    end do
  end function vowels
end program loops
