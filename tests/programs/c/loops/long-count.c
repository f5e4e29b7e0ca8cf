/* verdict: proved */
/* Too many passes to be gone through one by one. */
#include <assert.h>

int main(void)
{
    long long total = 0;
    int i = 0;
    while (i < 2000000000) {
        total += 3;
        i++;
    }
    assert(total == 6000000000LL);
    return 0;
}
