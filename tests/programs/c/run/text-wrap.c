/* Reads a text and fills lines of a given width; long words stand alone. */
#include <stdio.h>
#include <string.h>

enum { WIDTH = 28 };

static int read_word(char *word, int limit)
{
    int c, length = 0;
    while ((c = getchar()) == ' ' || c == '\n' || c == '\t')
        ;
    while (c != EOF && c != ' ' && c != '\n' && c != '\t') {
        if (length < limit - 1)
            word[length++] = (char)c;
        c = getchar();
    }
    word[length] = '\0';
    return length;
}

static void justify(char words[][40], int count, int letters, int last)
{
    int gaps = count - 1, blanks = WIDTH - letters;
    for (int i = 0; i < count; i++) {
        fputs(words[i], stdout);
        if (i == gaps)
            break;
        int here = last ? 1 : blanks / (gaps - i);
        blanks -= here;
        printf("%*s", here, "");
    }
    putchar('\n');
}

int main(void)
{
    char words[WIDTH][40], word[40];
    int count = 0, letters = 0, length;
    while ((length = read_word(word, sizeof word)) > 0) {
        if (count > 0 && letters + count + length > WIDTH) {
            justify(words, count, letters, 0);
            count = letters = 0;
        }
        strcpy(words[count++], word);
        letters += length;
    }
    if (count > 0)
        justify(words, count, letters, 1);
    return 0;
}
