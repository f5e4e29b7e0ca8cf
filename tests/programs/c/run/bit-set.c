/* explore: subsets */
/* Sets as words of bits: union, intersection, iteration, subsets of a given sum; queens on a board. */
#include <stdint.h>
#include <stdio.h>

typedef uint64_t set;

static set with(set s, int element) { return s | (set)1 << element; }
static int has(set s, int element) { return s >> element & 1; }

static int size(set s)
{
    int count = 0;
    for (; s; s &= s - 1)
        count++;
    return count;
}

static void print(set s)
{
    printf("{");
    for (int i = 0; i < 64; i++)
        if (has(s, i))
            printf(" %d", i);
    printf(" }\n");
}

int subsets(int a, int b, int c)
{
    const int weights[] = {a, b, c};
    int found = 0;
    if (a < 0 || a > 100 || b < 0 || b > 100 || c < 0 || c > 100)
        return -1;
    for (int mask = 0; mask < 8; mask++) {
        int sum = 0;
        for (int i = 0; i < 3; i++)
            sum += mask >> i & 1 ? weights[i] : 0;
        found += sum == 50;
    }
    return found;
}

static int queens(int n, unsigned columns, unsigned left, unsigned right)
{
    unsigned all = (1u << n) - 1, free = all & ~(columns | left | right);
    if (columns == all)
        return 1;
    int solutions = 0;
    while (free) {
        unsigned bit = free & -free;
        free ^= bit;
        solutions += queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return solutions;
}

int main(void)
{
    set primes = 0, odd = 0xaaaaaaaaaaaaaaaa;
    static const int list[] = {2, 3, 5, 7, 11, 13, 61};
    for (int i = 0; i < 7; i++)
        primes = with(primes, list[i]);
    print(primes);
    print(primes & ~odd);
    printf("%d %d %d\n", size(primes), size(odd), size(primes | odd));
    printf("%d %d %d\n", subsets(50, 25, 25), subsets(1, 2, 3), subsets(50, 0, 0));
    printf("%d %d\n", queens(6, 0, 0, 0), queens(8, 0, 0, 0));
    return 0;
}
