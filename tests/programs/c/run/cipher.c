/* explore: shifted */
/* Ciphers on texts: by a shift, by a word, by exclusive or; frequencies to break the first. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int shifted(int letter, int by)
{
    if (by < -25 || by > 25)
        return -1;
    if (letter >= 'a' && letter <= 'z')
        return 'a' + (letter - 'a' + by + 26) % 26;
    if (letter >= 'A' && letter <= 'Z')
        return 'A' + (letter - 'A' + by + 26) % 26;
    return letter;
}

static void caesar(char *text, int by)
{
    for (; *text; text++)
        *text = (char)shifted((unsigned char)*text, by);
}

static void vigenere(char *text, const char *key, int sign)
{
    const char *at = key;
    for (; *text; text++)
        if (isalpha((unsigned char)*text)) {
            *text = (char)shifted((unsigned char)*text, sign * (*at - 'a'));
            if (*++at == 0)
                at = key;
        }
}

static int broken(const char *text)
{
    int counts[26] = {0}, best = 0;
    for (; *text; text++)
        if (isalpha((unsigned char)*text))
            counts[tolower((unsigned char)*text) - 'a']++;
    for (int i = 1; i < 26; i++)
        if (counts[i] > counts[best])
            best = i;
    return (best - ('e' - 'a') + 26) % 26;
}

int main(void)
{
    char text[] = "Every secret needs the right keeper; here we test the letters.";
    caesar(text, 7);
    printf("%s\n%d\n", text, broken(text));
    caesar(text, -broken(text));
    printf("%s\n", text);
    vigenere(text, "lemon", 1);
    printf("%s\n", text);
    vigenere(text, "lemon", -1);
    size_t length = strlen(text);
    unsigned char sum = 0;
    for (size_t i = 0; i < length; i++)
        sum = (unsigned char)(sum * 31 + (text[i] ^ (unsigned char)(i * 7)));
    printf("%.12s %zu %u\n", text, length, sum);
    printf("%c%c%d\n", shifted('z', 1), shifted('A', -1), shifted('x', 26));
    return 0;
}
