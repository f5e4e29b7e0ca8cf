/* The conversion of texts to reals in stdlib.h, rounded to the nearest one.

   A number of up to 15 digits and a small power of ten is one product or quotient of exact values. Any other one is
   kept as decimal digits that are halved or doubled until its binary digits can be taken off one by one. */
#include "sextant.h"

#include <float.h>

int isspace(int c);
int isdigit(int c);
int isxdigit(int c);
int isalnum(int c);
int tolower(int c);
int strncasecmp(const char *left, const char *right, size_t limit);
double ldexp(double x, int power);

/* What a type can hold: binary digits, the least exponent of a number with all of them, the greatest number. */
struct format {
    int digits;
    int least;
    double greatest;
};

static const struct format double_format = {DBL_MANT_DIG, DBL_MIN_EXP, DBL_MAX};
static const struct format float_format = {FLT_MANT_DIG, FLT_MIN_EXP, FLT_MAX};

/* More digits cannot change the nearest number, but that there are others can: the last one then is a 1. */
enum { MOST_DIGITS = 800, ROOM = 2200, MOST_SHIFT = 50 };

/* The number 0.d₀d₁d₂… times a power of ten. */
struct decimal {
    int count;
    int point;
    unsigned char digits[ROOM];
};

static void append(struct decimal *number, int digit)
{
    if (number->count < MOST_DIGITS)
        number->digits[number->count++] = digit;
    else if (digit != 0)
        number->digits[MOST_DIGITS - 1] |= 1;
}

static void drop_zeros(struct decimal *number)
{
    while (number->count > 0 && number->digits[number->count - 1] == 0)
        number->count--;
}

/* Divides by a power of two: long division from the first digit on. */
static void halve(struct decimal *number, int times)
{
    unsigned long rest = 0;
    int from = 0;
    int to = 0;
    int begun = 0;
    while (from < number->count || rest != 0) {
        rest = rest * 10 + (from < number->count ? number->digits[from] : 0);
        unsigned long digit = rest >> times;
        rest -= digit << times;
        from++;
        begun |= digit != 0;
        if (begun && to < ROOM)
            number->digits[to++] = digit;
        if (!begun)
            number->point--;
    }
    number->count = to;
    drop_zeros(number);
}

/* Multiplies by a power of two: from the last digit on, the carry in front of them. */
static void twice(struct decimal *number, int times)
{
    unsigned long carry = 0;
    unsigned char front[20];
    int more = 0;
    for (int at = number->count - 1; at >= 0; at--) {
        carry += (unsigned long)number->digits[at] << times;
        number->digits[at] = carry % 10;
        carry /= 10;
    }
    for (; carry > 0; carry /= 10)
        front[more++] = carry % 10;
    __sextant_move(number->digits + more, number->digits, number->count);
    for (int at = 0; at < more; at++)
        number->digits[at] = front[more - 1 - at];
    number->count += more;
    number->point += more;
    drop_zeros(number);
}

/* Brings a number between a half and one; gives the power of two that was taken out. */
static int normalise(struct decimal *number)
{
    int exponent = 0;
    while (number->point > 0) {
        int times = number->point > 15 ? MOST_SHIFT : 3 * number->point - 2;
        halve(number, times);
        exponent += times;
    }
    while (number->point < 0 || number->digits[0] < 5) {
        int times = number->point < -16 ? MOST_SHIFT : number->point < 0 ? -3 * number->point : 1;
        twice(number, times);
        exponent -= times;
    }
    return exponent;
}

/* Doubles a number below one and takes off what stands before the point then. */
static int take_binary_digit(struct decimal *number)
{
    twice(number, 1);
    if (number->point < 1)
        return 0;
    number->count--;
    number->point = 0;
    __sextant_move(number->digits, number->digits + 1, number->count);
    return 1;
}

/* A whole number shifted to the right; a half goes to the even neighbour. */
static unsigned long shifted(unsigned long whole, int lost)
{
    if (lost > 64)
        return 0;
    unsigned long half = 1UL << (lost - 1);
    unsigned long kept = whole / half / 2;
    unsigned long rest = whole - kept * half * 2;
    return kept + (rest > half || (rest == half && kept % 2 == 1));
}

/* The number of a type nearest to a whole number times a power of two. */
static double rounded(unsigned long whole, int exponent, const struct format *format)
{
    int length = 0;
    if (whole == 0)
        return 0;
    while (length < 64 && whole >> length != 0)
        length++;
    int kept = format->digits;
    if (exponent + length < format->least)
        kept -= format->least - exponent - length;
    int lost = length - kept;
    if (lost > 0) {
        unsigned long near = shifted(whole, lost);
        if (kept < format->digits && (lost > 63 || near << lost != whole))
            errno = ERANGE;
        whole = near;
        exponent += lost;
    }
    double value = ldexp((double)whole, exponent);
    if (value <= format->greatest)
        return value;
    errno = ERANGE;
    return DBL_MAX * 2;
}

/* The nearest number of a type. Sixty binary digits are enough if one behind the last is remembered in it. */
static double nearest(struct decimal *number, const struct format *format)
{
    unsigned long whole = 0;
    if (number->point > 400 || number->point < -400)
        return rounded(1, number->point * 3, format);
    int exponent = normalise(number);
    for (int at = 0; at < 60; at++)
        whole = whole * 2 + take_binary_digit(number);
    return rounded(whole | (number->count > 0), exponent - 60, format);
}

/* A power of ten that is exact. */
static double power_of_ten(int power)
{
    double result = 1;
    while (power-- > 0)
        result *= 10;
    return result;
}

/* A text as a number: value of its first digits, digits, and the exponent that stands behind them. */
struct reading {
    unsigned long first_digits;
    int count;
    int exponent;
    const char *start;
    const char *end;
};

/* The exponent behind a letter; a letter without digits does not belong to the number. */
static int read_exponent(const char *text, const char **end)
{
    const char *digits = text + 1;
    int negative = *digits == '-';
    int exponent = 0;
    if (*digits == '-' || *digits == '+')
        digits++;
    if (!isdigit((unsigned char)*digits))
        return 0;
    for (; isdigit((unsigned char)*digits); digits++)
        if (exponent < 100000)
            exponent = exponent * 10 + (*digits - '0');
    *end = digits;
    return negative ? -exponent : exponent;
}

/* Reads digits with at most one point among them; counts those that matter. */
static void read_decimal(struct reading *reading, const char *text)
{
    int fraction = 0;
    int any = 0;
    for (; isdigit((unsigned char)*text) || (*text == '.' && !fraction); text++) {
        if (*text == '.') {
            fraction = 1;
            continue;
        }
        any = 1;
        reading->exponent -= fraction;
        if (reading->count > 0 || *text != '0')
            reading->count++;
        if (reading->count <= 15)
            reading->first_digits = reading->first_digits * 10 + (*text - '0');
    }
    if (!any)
        return;
    reading->end = text;
    if (*text == 'e' || *text == 'E')
        reading->exponent += read_exponent(text, &reading->end);
}

static double slow_decimal(const struct reading *reading, const struct format *format)
{
    struct decimal number;
    number.count = 0;
    number.point = reading->count + reading->exponent;
    int begun = 0;
    int seen = 0;
    for (const char *text = reading->start; seen < reading->count; text++) {
        begun |= *text >= '1' && *text <= '9';
        if (begun && *text != '.') {
            append(&number, *text - '0');
            seen++;
        }
    }
    return nearest(&number, format);
}

static double decimal_value(const char *text, const char **end, const struct format *format)
{
    struct reading reading = {0, 0, 0, text, *end};
    read_decimal(&reading, text);
    *end = reading.end;
    if (reading.count == 0)
        return 0;
    /* A float would be rounded twice. */
    int exact = format->digits == DBL_MANT_DIG && reading.count <= 15;
    if (exact && reading.exponent >= 0 && reading.exponent <= 22)
        return (double)reading.first_digits * power_of_ten(reading.exponent);
    if (exact && reading.exponent < 0 && reading.exponent >= -22)
        return (double)reading.first_digits / power_of_ten(-reading.exponent);
    return slow_decimal(&reading, format);
}

static int hexadecimal_digit(int c)
{
    return isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
}

/* Digits behind 0x; those that do not fit are remembered as a one in the last place. */
static double hexadecimal_value(const char *text, const char **end, const struct format *format)
{
    unsigned long whole = 0;
    int fraction = 0;
    int exponent = 0;
    for (; isxdigit((unsigned char)*text) || (*text == '.' && !fraction); text++) {
        if (*text == '.') {
            fraction = 1;
            continue;
        }
        int digit = hexadecimal_digit((unsigned char)*text);
        exponent -= fraction ? 4 : 0;
        if (whole >> 58 == 0) {
            whole = whole * 16 + digit;
        } else {
            whole |= digit != 0;
            exponent += 4;
        }
    }
    *end = text;
    if (*text == 'p' || *text == 'P')
        exponent += read_exponent(text, end);
    return rounded(whole, exponent, format);
}

/* The words for what is no number: nothing is found if the end does not move. */
static double word_value(const char *text, const char **end)
{
    if (strncasecmp(text, "inf", 3) == 0) {
        *end = text + (strncasecmp(text, "infinity", 8) == 0 ? 8 : 3);
        return DBL_MAX * 2;
    }
    if (strncasecmp(text, "nan", 3) != 0)
        return 0;
    const char *close = text + 4;
    *end = text + 3;
    if (text[3] == '(') {
        while (isalnum((unsigned char)*close) || *close == '_')
            close++;
        if (*close == ')')
            *end = close + 1;
    }
    return __builtin_nan("");
}

static double unsigned_value(const char *text, const char **end, const struct format *format)
{
    int prefixed = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (prefixed && (isxdigit((unsigned char)text[2]) || (text[2] == '.' && isxdigit((unsigned char)text[3]))))
        return hexadecimal_value(text + 2, end, format);
    if (isdigit((unsigned char)*text) || *text == '.')
        return decimal_value(text, end, format);
    return word_value(text, end);
}

static double real_value(const char *text, char **end, const struct format *format)
{
    const char *stop = text;
    const char *start = text;
    while (isspace((unsigned char)*start))
        start++;
    int negative = *start == '-';
    if (*start == '-' || *start == '+')
        start++;
    double value = unsigned_value(start, &stop, format);
    if (end != NULL)
        *end = (char *)stop;
    return negative && stop != text ? -value : value;
}

double strtod(const char *restrict text, char **restrict end)
{
    return real_value(text, end, &double_format);
}

float strtof(const char *restrict text, char **restrict end)
{
    return (float)real_value(text, end, &float_format);
}

long double strtold(const char *restrict text, char **restrict end)
{
    return strtod(text, end);
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
