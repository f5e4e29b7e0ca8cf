/* infeasible: 0 */
#include <stdio.h>

/* Counts words and lines of its input, up to a few characters. */
int main(void)
{
    int letter, words = 0, lines = 0, inside = 0, seen = 0;
    while ((letter = getchar()) != EOF && seen++ < 5) {
        if (letter == '\n')
            lines++;
        if (letter == ' ' || letter == '\n')
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    printf("%d %d\n", lines, words);
    return words > 2;
}
