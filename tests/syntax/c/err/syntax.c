#include "missing.h"
int f( { return 1; }
