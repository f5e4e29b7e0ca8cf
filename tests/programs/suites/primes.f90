! infeasible: 7
integer function primes(n)
  integer, intent(in) :: n
  logical :: sieve(12)
  integer :: i, j
  primes = 0
  if (n < 2 .or. n > 12) return
  sieve = .true.
  do i = 2, n
    if (sieve(i)) then
      primes = primes + 1
      do j = 2 * i, n, i
        sieve(j) = .false.
      end do
    end if
  end do
  if (primes == 0) primes = -1
end function primes
