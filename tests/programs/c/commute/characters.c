/* Characters, texts and tables of them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* examine: classify c=0..127 */
int classify(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* examine: kinds c=0..255 */
int kinds(unsigned char c)
{
    return (isalpha(c) != 0) + 2 * (isdigit(c) != 0) + 4 * (isspace(c) != 0) + 8 * (toupper(c) != c);
}

/* examine: find_in_text c=90..125 */
int find_in_text(char c)
{
    const char *text = "symbolic";
    const char *found = strchr(text, c);
    return found == NULL ? -1 : (int)(found - text);
}

/* examine: built_number a=0..11 b=0..11 c=0..11 */
int built_number(int a, int b, int c)
{
    char text[4] = {(char)('0' + a), (char)('0' + b), (char)('0' + c), 0};
    return atoi(text);
}

/* examine: order_of_texts a=97..100 b=97..100 */
int order_of_texts(char a, char b)
{
    char left[3] = {a, 'b', 0}, right[3] = {b, 'b', 0};
    int order = strcmp(left, right);
    return order < 0 ? -1 : order > 0;
}

/* examine: length_up_to n=0..6 */
int length_up_to(int n)
{
    char text[] = "length";
    text[n] = 0;
    return (int)strlen(text);
}

/* examine: caesar c=65..90 by=0..25 */
char caesar(char c, int by)
{
    int at = c - 'A' + by;
    if (at >= 26)
        at -= 26;
    return (char)('A' + at);
}
