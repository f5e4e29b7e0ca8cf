/* kind: assertion-failed; entry: check_me; line: 12 */
/* A counter that jumps over its goal. */
#include <assert.h>

int check_me(int goal)
{
    int at = 0;
    if (goal < 0 || goal > 30)
        return -1;
    while (at < goal)
        at += 3;
    assert(at == goal);
    return at;
}
