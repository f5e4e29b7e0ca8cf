/* explore: kind_of */
/* Splits a program text into tokens and counts them by kind. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { WORD, KEYWORD, NUMBER, STRING, OPERATOR, COMMENT, BAD, KINDS };

static const char *const kind_names[] = {"word", "keyword", "number", "string", "operator", "comment", "bad"};
static const char *const keywords[] = {"if", "else", "while", "return", "int"};

int kind_of(int c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return WORD;
    if (c >= '0' && c <= '9')
        return NUMBER;
    if (c == '"')
        return STRING;
    if (c == '+' || c == '-' || c == '<' || c == '=' || c == '(' || c == ')' || c == ';' || c == '{' || c == '}')
        return OPERATOR;
    return c == '/' ? COMMENT : BAD;
}

static int is_keyword(const char *text, size_t length)
{
    for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i]) == length && memcmp(keywords[i], text, length) == 0)
            return 1;
    return 0;
}

static size_t token_length(const char *text, enum kind *kind)
{
    size_t length = 1;
    *kind = (enum kind)kind_of((unsigned char)*text);
    switch (*kind) {
    case WORD:
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            length++;
        if (is_keyword(text, length))
            *kind = KEYWORD;
        break;
    case NUMBER:
        length = strspn(text, "0123456789abcdefx");
        break;
    case STRING:
        while (text[length] && text[length] != '"')
            length += text[length] == '\\' ? 2 : 1;
        length++;
        break;
    case COMMENT:
        if (text[1] == '/')
            length = strcspn(text, "\n");
        else
            *kind = OPERATOR;
        break;
    default:
        if (strchr("<=+-", *text) && (text[1] == '=' || text[1] == *text))
            length = 2;
    }
    return length;
}

int main(void)
{
    const char *text = "int f(int x_1) { // comment\n  if (x_1 <= 0x1f) return \"a\\\"b\"; else x_1++; @ }";
    int counts[KINDS] = {0};
    while (*text) {
        if (isspace((unsigned char)*text)) {
            text++;
            continue;
        }
        enum kind kind;
        size_t length = token_length(text, &kind);
        printf("%.*s|", (int)length, text);
        counts[kind]++;
        text += length;
    }
    printf("\n");
    for (int k = 0; k < KINDS; k++)
        printf("%s %d\n", kind_names[k], counts[k]);
    return 0;
}
