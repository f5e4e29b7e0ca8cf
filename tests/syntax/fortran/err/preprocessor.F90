#else
#include "missing.inc"
#include missing
#define
#define F(x) x
#if 1 +
#endif
#error stop here
#ifdef X
#if broken (
#endif
include 'preprocessor.F90'
include 'nowhere.inc'
end
