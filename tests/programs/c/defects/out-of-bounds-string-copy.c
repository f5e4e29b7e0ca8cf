/* kind: out-of-bounds; entry: main; line: 14 */
/* A name is copied into a buffer that is too short for one of them. */
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static const char *const names[] = {"ann", "bartholomew", "cy"};
    char buffer[8];
    int which = __VERIFIER_nondet_int();
    if (which < 0 || which > 2)
        return 0;
    strcpy(buffer, names[which]);
    return buffer[0] == 'z';
}
