/* kind: invalid-free; entry: main; line: 16 */
/* A default that was never allocated. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char fallback[8] = "default";

int main(void)
{
    int custom = __VERIFIER_nondet_int();
    char *name = custom ? malloc(8) : fallback;
    if (custom)
        name[0] = 0;
    int length = name[0] ? 7 : 0;
    free(name);
    return length > 7;
}
