/* explore: step */
/* Objects that outlive their function, hidden names, and linkage within a file. */
#include <stdio.h>

static int total = 100;
int shared = 5;
extern int later;

int step(int by)
{
    static int position = 10;
    static int turns;
    if (by < -50 || by > 50)
        return -1;
    position += by;
    turns++;
    if (position > 20)
        position = 20;
    return position * 10 + turns;
}

static const char *name(int n)
{
    static char text[16];
    int at = 15;
    text[at] = 0;
    do
        text[--at] = (char)('0' + n % 10);
    while (n /= 10);
    return text + at;
}

static int hidden(void)
{
    int total = 1;
    {
        int total = 2;
        total++;
        {
            extern int shared;
            shared += total;
        }
    }
    return total;
}

int main(void)
{
    for (int i = 1; i < 5; i++)
        printf("%d ", step(i * 2));
    printf("\n%s ", name(42));
    printf("%s\n", name(31337));
    printf("%d ", hidden());
    printf("%d %d\n", total, shared);
    printf("%d\n", later);
    later = 3;
    printf("%d %d\n", later, step(-100));
    for (int i = 0; i < 3; i++) {
        static int seen;
        int fresh = 0;
        printf("%d%d ", ++seen, ++fresh);
    }
    printf("\n");
    return 0;
}

int later = 77;
