/* kind: out-of-bounds; entry: main; line: 15 */
/* A copy of a text without room for its end. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length < 1 || length > 8)
        return 0;
    char *text = malloc((size_t)length);
    for (int i = 0; i < length; i++)
        text[i] = 'a';
    text[length] = 0;
    int bad = text[0] != 'a';
    free(text);
    return bad;
}
