#define N 10
#define WIDE (N + 1)
#undef OTHER
#ifdef N
#include "preprocessed.inc"
integer :: a(N), b(WIDE)
#else
this is not read
#endif
#if defined(N) && !defined(OTHER) && N > 5
real :: d
#elif N
b = 2
#endif
#ifndef N
nothing
#endif
include 'preprocessed.inc'
print *, 'N is not replaced here'

end
