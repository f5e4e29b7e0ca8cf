/* explore: depth */
/* Recursion: direct, mutual, with accumulated state, and on a structure. */
#include <stdio.h>

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int is_odd(int n);

static int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

int depth(int n)
{
    if (n <= 1)
        return 0;
    if (n > 40)
        return -1;
    return 1 + (n % 2 == 0 ? depth(n / 2) : depth(n - 1));
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static void hanoi(int disks, char from, char to, char over, int *moves)
{
    if (disks == 0)
        return;
    hanoi(disks - 1, from, over, to, moves);
    ++*moves;
    if (disks == 3)
        printf("%c%c ", from, to);
    hanoi(disks - 1, over, to, from, moves);
}

static void permute(char *text, int at)
{
    if (!text[at]) {
        printf("%s ", text);
        return;
    }
    for (int i = at; text[i]; i++) {
        char c = text[at];
        text[at] = text[i];
        text[i] = c;
        permute(text, at + 1);
        text[i] = text[at];
        text[at] = c;
    }
}

int main(void)
{
    int moves = 0;
    printf("%d %d %d\n", fibonacci(15), is_even(10), is_odd(10));
    printf("%d %d %d\n", depth(40), depth(41), depth(33));
    printf("%d\n", ackermann(2, 3));
    hanoi(5, 'A', 'B', 'C', &moves);
    printf("%d\n", moves);
    char text[] = "abc";
    permute(text, 0);
    printf("\n");
    return 0;
}
