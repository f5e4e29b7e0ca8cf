/* infeasible: 0 */
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 3) {
        printf("bad count\n");
        return 2;
    }
    int vowels = 0;
    for (int i = 0; i < count; i++) {
        char letter = __VERIFIER_nondet_char();
        switch (letter) {
        case 'a':
        case 'e':
            vowels++;
            break;
        case '.':
            printf("end after %d\n", i);
            return 1;
        default:
            putchar('-');
        }
    }
    printf("%d vowels\n", vowels);
    return 0;
}
