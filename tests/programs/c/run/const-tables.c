/* explore: encode */
/* Constant tables: a substitution, a cyclic redundancy check, and roman numerals. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static uint32_t crc_table[256];

int encode(int six)
{
    if (six < 0 || six > 63)
        return '=';
    return alphabet[six];
}

static void base64(const char *text, char *out)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i += 3) {
        unsigned long group = 0;
        int bytes = 0;
        for (size_t j = i; j < i + 3; j++) {
            group = group << 8 | (j < length ? (unsigned char)text[j] : 0);
            bytes += j < length;
        }
        for (int k = 0; k < 4; k++)
            *out++ = (char)(k <= bytes ? encode((int)(group >> (18 - 6 * k) & 63)) : '=');
    }
    *out = 0;
}

static void make_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        crc_table[i] = c;
    }
}

static uint32_t crc(const char *text)
{
    uint32_t c = ~0u;
    while (*text)
        c = crc_table[(c ^ (unsigned char)*text++) & 255] ^ c >> 8;
    return ~c;
}

static void roman(int n, char *out)
{
    static const struct {
        int value;
        const char *text;
    } numerals[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
                    {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
    *out = 0;
    for (unsigned i = 0; i < sizeof numerals / sizeof *numerals; i++)
        for (; n >= numerals[i].value; n -= numerals[i].value)
            strcat(out, numerals[i].text);
}

int main(void)
{
    char out[64];
    static const char *const texts[] = {"", "f", "fo", "foo", "The answer is 42!"};
    for (int i = 0; i < 5; i++) {
        base64(texts[i], out);
        printf("[%s]", out);
    }
    make_table();
    printf("\n%08x %08x\n", crc("123456789"), crc(""));
    static const int years[] = {4, 1990, 2024, 3999};
    for (int i = 0; i < 4; i++) {
        roman(years[i], out);
        printf("%s ", out);
    }
    printf("\n");
    return 0;
}
