/* Reads a number of at most six characters: sign, digits, point, digits. */
extern char __VERIFIER_nondet_char(void);

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int main(void)
{
    char text[7];
    for (int i = 0; i < 6; i++)
        text[i] = __VERIFIER_nondet_char();
    text[6] = 0;
    int at = 0, sign = 1, whole = 0, parts = 0, scale = 1;
    if (text[at] == '-' || text[at] == '+') {
        if (text[at] == '-')
            sign = -1;
        at++;
    }
    if (!is_digit(text[at]))
        return -1;
    while (is_digit(text[at]))
        whole = whole * 10 + (text[at++] - '0');
    if (text[at] == '.') {
        at++;
        while (is_digit(text[at])) {
            parts = parts * 10 + (text[at++] - '0');
            scale *= 10;
        }
    }
    if (text[at] != 0)
        return -2;
    return sign * (whole * scale + parts) != 0;
}
