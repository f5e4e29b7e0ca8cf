! infeasible: 0
logical function palindrome(word)
  character(len=5), intent(in) :: word
  integer :: low, high
  low = 1
  high = len_trim(word)
  palindrome = .true.
  do while (low < high)
    if (word(low:low) /= word(high:high)) then
      palindrome = .false.
      return
    end if
    low = low + 1
    high = high - 1
  end do
end function palindrome
