/* kind: misaligned-pointer; entry: main; line: 18 */
/* A message begins with one byte of kind; the number behind it is read as if it stood at an even place. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char *message = malloc(12);
    if (message == 0)
        return 1;
    for (int i = 0; i < 12; i++)
        message[i] = __VERIFIER_nondet_uchar();
    int head = 4;
    if (message[0] == 7)
        head = 1;
    unsigned *numbers = (unsigned *)(message + head);
    unsigned total = 0;
    total += numbers[0];
    total += numbers[1];
    free(message);
    return total == 0;
}
