/* infeasible: 0 */
#include <ctype.h>

/* What a text begins with: a name, a number, an operator, or nothing. */
int token(const char *text, int *length)
{
    const char *at = text;
    while (*at == ' ' || *at == '\t')
        at++;
    const char *start = at;
    int kind = 0;
    if (isalpha((unsigned char)*at) || *at == '_') {
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
        kind = 1;
    } else if (isdigit((unsigned char)*at)) {
        while (isdigit((unsigned char)*at))
            at++;
        kind = 2;
        if (*at == '.') {
            at++;
            kind = 3;
        }
    } else if (*at != '\0') {
        at++;
        kind = 4;
        if ((*start == '<' || *start == '>') && *at == '=') {
            at++;
            kind = 5;
        }
    }
    *length = (int)(at - start);
    return kind;
}
