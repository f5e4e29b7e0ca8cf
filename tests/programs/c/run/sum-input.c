/* Numbers from the input with scanf until it ends or something else comes. */
#include <stdio.h>

int main(void)
{
    int n, count = 0, least = 0, greatest = 0;
    long sum = 0;
    while (scanf("%d", &n) == 1) {
        if (count == 0 || n < least)
            least = n;
        if (count == 0 || n > greatest)
            greatest = n;
        sum += n;
        count++;
    }
    printf("%d numbers, sum %ld, from %d to %d\n", count, sum, least, greatest);
    char word[16];
    double x;
    int items = scanf("%15s %lf", word, &x);
    printf("%d %s %.2f\n", items, items > 0 ? word : "", items > 1 ? x : 0.0);
    unsigned hex;
    char c;
    items = scanf("%x%c%d", &hex, &c, &n);
    printf("%d %u %d\n", items, hex, c);
    items = scanf("%d", &n);
    printf("%d\n", items);
    return 0;
}
