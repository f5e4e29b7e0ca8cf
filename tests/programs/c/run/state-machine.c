/* explore: accepts */
/* A machine with a table of transitions that recognises numbers such as -12.5e+3. */
#include <stdio.h>

enum state { START, SIGN, WHOLE, POINT, FRACTION, LETTER, POWER_SIGN, POWER, REFUSED, STATES };
enum class { DIGIT, PLUS_MINUS, DOT, EXPONENT, OTHER, CLASSES };

static const unsigned char next[STATES][CLASSES] = {
    [START] = {WHOLE, SIGN, POINT, REFUSED, REFUSED},
    [SIGN] = {WHOLE, REFUSED, POINT, REFUSED, REFUSED},
    [WHOLE] = {WHOLE, REFUSED, FRACTION, LETTER, REFUSED},
    [POINT] = {FRACTION, REFUSED, REFUSED, REFUSED, REFUSED},
    [FRACTION] = {FRACTION, REFUSED, REFUSED, LETTER, REFUSED},
    [LETTER] = {POWER, POWER_SIGN, REFUSED, REFUSED, REFUSED},
    [POWER_SIGN] = {POWER, REFUSED, REFUSED, REFUSED, REFUSED},
    [POWER] = {POWER, REFUSED, REFUSED, REFUSED, REFUSED},
    [REFUSED] = {REFUSED, REFUSED, REFUSED, REFUSED, REFUSED},
};

static enum class class_of(int c)
{
    if (c >= '0' && c <= '9')
        return DIGIT;
    switch (c) {
    case '+':
    case '-':
        return PLUS_MINUS;
    case '.':
        return DOT;
    case 'e':
    case 'E':
        return EXPONENT;
    }
    return OTHER;
}

static int is_final(enum state state)
{
    return state == WHOLE || state == FRACTION || state == POWER;
}

int accepts(int a, int b, int c)
{
    enum state state = START;
    state = next[state][class_of(a)];
    state = next[state][class_of(b)];
    state = next[state][class_of(c)];
    return is_final(state);
}

int main(void)
{
    static const char *const texts[] = {"0", "-12.5e+3", "12.", ".5", "+.", "1e5", "1e", "--1", "", "3x", "-.5E-10"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        enum state state = START;
        for (const char *at = texts[i]; *at; at++)
            state = next[state][class_of(*at)];
        printf("%-10s %s\n", texts[i], is_final(state) ? "yes" : "no");
    }
    printf("%d %d\n", accepts('-', '.', '5'), accepts('1', 'e', '+'));
    return 0;
}
