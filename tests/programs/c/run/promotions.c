/* explore: mixed */
/* The usual arithmetic conversions, where they surprise. */
#include <stdio.h>

int mixed(int a, int b)
{
    unsigned char byte = (unsigned char)a;
    signed char small = (signed char)b;
    if (byte + small > 255)
        return 1;
    if (byte == small)
        return 2;
    if ((unsigned)small < byte)
        return 3;
    if ((byte ^ small) < 0)
        return 4;
    return 5;
}

int main(void)
{
    int minus = -1;
    unsigned one = 1;
    long wide = -1;
    printf("%d %d\n", minus < one, wide < one);
    unsigned char byte = 200;
    printf("%d %d %d\n", byte + byte, (unsigned char)(byte + byte), ~byte);
    unsigned short half = 65535;
    printf("%u\n", half * 32768u);
    printf("%d %d\n", 'a' + 1, sizeof('a') == sizeof(int));
    char c = -3;
    printf("%d %u %d\n", c, (unsigned char)c, c / 2);
    printf("%d\n", (short)40000 + 1);
    printf("%lu\n", (unsigned long)-1 + one);
    printf("%d %d\n", -7 / 2, -7 % 2);
    printf("%u %u\n", -7u / 2, -7u % 2);
    for (int a = 0; a < 300; a += 70)
        printf("%d%c", mixed(a, a - 130), a < 230 ? ' ' : '\n');
    return 0;
}
