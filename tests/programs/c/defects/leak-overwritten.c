/* kind: leak; entry: main; line: 14 */
/* The only pointer gets a new value. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int rounds = __VERIFIER_nondet_int();
    char *text = NULL;
    if (rounds < 0 || rounds > 3)
        return 0;
    for (int i = 0; i < rounds; i++) {
        text = malloc(4);
        text[0] = (char)i;
    }
    free(text);
    return 0;
}
