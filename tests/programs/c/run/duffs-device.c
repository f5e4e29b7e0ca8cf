/* Loops of every kind, loops that share a switch, and breaks and continues at several levels. */
#include <stdio.h>

static void copy(char *to, const char *from, int count)
{
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

static int collatz(unsigned n)
{
    int steps = 0;
    do {
        if (n == 1)
            break;
        n = n % 2 ? 3 * n + 1 : n / 2;
    } while (++steps < 1000);
    return steps;
}

int main(void)
{
    char to[16] = "";
    for (int count = 1; count < 8; count += 2) {
        copy(to, "abcdefghij", count);
        printf("%s ", to);
    }
    printf("\n");
    for (int i = 0, j = 10;; i++, j--) {
        if (i % 2)
            continue;
        if (i > j)
            break;
        printf("%d-%d ", i, j);
    }
    printf("\n");
    int found = 0;
    for (int a = 1; !found && a < 50; a++)
        for (int b = a; b < 50; b++) {
            int c = 0;
            while (c * c < a * a + b * b)
                c++;
            if (c * c == a * a + b * b && a + b + c == 60) {
                printf("%d %d %d\n", a, b, c);
                found = 1;
                break;
            }
        }
    printf("%d %d %d\n", collatz(27), collatz(1), collatz(97));
    int n = 5;
    while (n-- > 0)
        if (n == 2)
            continue;
        else
            printf("%d", n);
    printf(" %d\n", n);
    return 0;
}
