/* The string functions on ordinary texts. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reverse(char *text)
{
    for (char *end = text + strlen(text); end > text + 1; text++) {
        char c = *text;
        *text = *--end;
        *end = c;
    }
}

static int is_palindrome(const char *text)
{
    const char *end = text + strlen(text) - 1;
    while (text < end) {
        if (!isalpha((unsigned char)*text))
            text++;
        else if (!isalpha((unsigned char)*end))
            end--;
        else if (tolower((unsigned char)*text++) != tolower((unsigned char)*end--))
            return 0;
    }
    return 1;
}

static void capitalise(char *text)
{
    int start = 1;
    for (; *text; text++) {
        if (start)
            *text = (char)toupper((unsigned char)*text);
        start = isspace((unsigned char)*text);
    }
}

int main(void)
{
    char buffer[64] = "symbolic";
    strcat(buffer, " execution");
    printf("%zu %s\n", strlen(buffer), buffer);
    reverse(buffer);
    printf("%s\n", buffer);
    printf("%d %d\n", is_palindrome("A man, a plan, a canal: Panama!"), is_palindrome("almost"));
    strncpy(buffer, "the quick brown fox", sizeof buffer);
    capitalise(buffer);
    printf("%s|%s|%s\n", buffer, strchr(buffer, 'Q'), strrchr(buffer, ' '));
    printf("%s\n", strstr(buffer, "Brown"));
    printf("%d %d %d\n", strcmp("abc", "abd") < 0, strcmp("b", "a") > 0, strncmp("prefix", "preface", 4));
    printf("%zu %zu\n", strspn("aabbc", "ab"), strcspn("hello, world", " ,"));
    char list[] = "one,two;;three,";
    for (char *word = strtok(list, ",;"); word; word = strtok(NULL, ",;"))
        printf("<%s>", word);
    printf("\n");
    char bytes[10];
    memset(bytes, 'x', sizeof bytes);
    memmove(bytes + 2, "abcdef", 6);
    memmove(bytes + 1, bytes + 2, 6);
    printf("%.10s %d\n", bytes, memcmp(bytes, "xab", 3));
    char *copy = strdup(buffer);
    copy[3] = 0;
    printf("%s %s %d\n", copy, buffer + 4, memchr(buffer, 'z', 5) == NULL);
    free(copy);
    printf("%d %ld %ld\n", atoi("  -17x"), strtol("0x1f", NULL, 0), strtol("777", NULL, 8));
    return 0;
}
