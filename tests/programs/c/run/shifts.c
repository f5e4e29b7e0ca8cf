/* explore: bits_set */
/* Shifts of every width, masks, and counts of bits. */
#include <stdint.h>
#include <stdio.h>

int bits_set(int word)
{
    unsigned rest = (unsigned)word;
    int count = 0;
    while (rest != 0) {
        rest &= rest - 1;
        count++;
    }
    return count;
}

static uint32_t rotate(uint32_t word, unsigned by)
{
    by %= 32;
    return by == 0 ? word : word << by | word >> (32 - by);
}

static uint32_t reverse(uint32_t word)
{
    uint32_t result = 0;
    for (int i = 0; i < 32; i++) {
        result = result << 1 | (word & 1);
        word >>= 1;
    }
    return result;
}

int main(void)
{
    for (int i = 0; i < 32; i += 5)
        printf("%x %x %d\n", 1u << i, 0x80000001u >> i, -1234567 >> i);
    printf("%llx %llx\n", 1ull << 63, 0xdeadbeefcafeull << 12);
    printf("%x %x %x\n", rotate(0x12345678, 8), rotate(0x12345678, 0), rotate(1, 31));
    printf("%x %x\n", reverse(1), reverse(0x12345678));
    printf("%d %d %d %d\n", bits_set(0), bits_set(-1), bits_set(255), bits_set(0x10101));
    printf("%d %d\n", 6 & 3 | 8 ^ 1, ~0u << 4 & 0xff);
    uint8_t nibble = 0xA5;
    printf("%x %x\n", nibble >> 4, nibble << 4);
    return 0;
}
