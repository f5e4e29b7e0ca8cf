/* A global that a parameter hides, also with another type; static variables; values that are asked for. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern int klee_make_symbolic();

struct gauge { int low, high; };

int level;
double share;
struct gauge gauge;

static int stored(void) { return level; }
static double part(void) { return share; }

int raise_to(int level)
{
    if (level > stored()) return level - 1;
    return 0;
}

int narrow(signed char level) { assert(stored() <= 127); return level; }

int mixed(int share) { if (share > 3 && part() > 0.5) return 1; return 0; }

int ends(struct gauge *gauge_, int low)
{
    if (low == gauge.low) return 1;
    return low - gauge_->low;
}

static int up(int by) { static int seen; if (by > 0) seen = by; return seen; }
static int down(int by) { static int seen; if (by > 0) seen = by; return seen; }
static int days(int month) { static int of[3] = {31, 28, 31}; return of[month]; }

int alike(void) { up(0); assert(up(0) == down(0)); return 0; }
int known(void) { assert(days(1) == 28); return 0; }

int asked(int nondet_int)
{
    int first = __VERIFIER_nondet_int();
    assert(first == nondet_int);
    return first;
}

int named(void)
{
    int own, other, more;
    klee_make_symbolic(&own, sizeof own, "level");
    klee_make_symbolic(&other, sizeof other, "v");
    klee_make_symbolic(&more, sizeof more, "v");
    assert(own == level || other == more);
    return 0;
}
