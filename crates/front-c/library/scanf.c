/* The scanf family of stdio.h, on streams and texts.

   Numbers of standard input are read by the machine, so that an unknown number is one symbol instead of many digits;
   everything else is read byte by byte. */
#include "sextant.h"
#include "stream.h"

int isspace(int c);
int isdigit(int c);
int isxdigit(int c);
int isalpha(int c);
int tolower(int c);
char *strchr(const char *text, int wanted);
long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
float strtof(const char *restrict text, char **restrict end);
double strtod(const char *restrict text, char **restrict end);

/* Numbers with more bytes are cut. */
enum { LONGEST_NUMBER = 512 };

/* Where bytes come from: a stream or a text; how many there were; where values go. */
struct scan {
    FILE *stream;
    const char *text;
    int count;
    va_list targets;
};

/* One conversion: its letter, and for a set where that begins in the format. */
struct conversion {
    int skipped;
    int width;
    int size;
    int letter;
    const char *set;
};

enum outcome { MATCHED, MISMATCHED, ENDED };

static int take(struct scan *scan)
{
    int byte = scan->stream != NULL ? fgetc(scan->stream) : *scan->text != 0 ? (unsigned char)*scan->text++ : EOF;
    if (byte != EOF)
        scan->count++;
    return byte;
}

static void put_back(struct scan *scan, int byte)
{
    if (byte == EOF)
        return;
    scan->count--;
    if (scan->stream != NULL)
        ungetc(byte, scan->stream);
    else
        scan->text--;
}

static int skip_blanks(struct scan *scan)
{
    int byte = take(scan);
    while (byte != EOF && isspace(byte))
        byte = take(scan);
    put_back(scan, byte);
    return byte;
}

/* Reads what stands between the % and the end of a conversion; gives the byte behind it. Sizes are in bytes. */
static const char *read_conversion(struct conversion *conversion, const char *format)
{
    *conversion = (struct conversion){0, 0, 4, 0, NULL};
    if (*format == '*') {
        conversion->skipped = 1;
        format++;
    }
    while (isdigit(*format))
        conversion->width = conversion->width * 10 + (*format++ - '0');
    for (; *format != 0 && strchr("hlLqjzt", *format) != NULL; format++)
        conversion->size = *format == 'L' ? 16 : *format != 'h' ? 8 : conversion->size == 2 ? 1 : 2;
    conversion->letter = *format;
    if (*format != 0)
        format++;
    if (conversion->letter == '[') {
        conversion->set = format;
        format += *format == '^';
        format += *format == ']';
        while (*format != 0 && *format++ != ']')
            ;
    }
    return format;
}

/* Whether a byte belongs to a set such as ^a-z]. */
static int is_in_set(const char *set, int byte)
{
    int negated = *set == '^';
    const char *start = set += negated;
    for (; *set != 0 && (*set != ']' || set == start); set++) {
        unsigned char low = *set;
        unsigned char high = low;
        if (set[1] == '-' && set[2] != ']' && set[2] != 0) {
            high = set[2];
            set += 2;
        }
        if (byte >= low && byte <= high)
            return !negated;
    }
    return negated;
}

/* Collects the bytes of a number. */
struct collected {
    char text[LONGEST_NUMBER];
    int length;
    int limit;
    int byte;
};

static void begin(struct scan *scan, struct collected *number, int width)
{
    number->length = 0;
    number->limit = width > 0 && width < LONGEST_NUMBER ? width : LONGEST_NUMBER - 1;
    number->byte = take(scan);
}

static int is_at(const struct collected *number, int wanted)
{
    return number->length < number->limit && tolower(number->byte) == wanted;
}

static void keep(struct scan *scan, struct collected *number)
{
    number->text[number->length++] = (char)number->byte;
    number->byte = number->length < number->limit ? take(scan) : EOF;
}

static int keep_sign(struct scan *scan, struct collected *number)
{
    if (!is_at(number, '-') && !is_at(number, '+'))
        return 0;
    keep(scan, number);
    return 1;
}

static int keep_digits(struct scan *scan, struct collected *number, int base)
{
    int before = number->length;
    while (number->length < number->limit && isxdigit(number->byte)) {
        if (base <= 10 && !(number->byte >= '0' && number->byte < '0' + base))
            break;
        keep(scan, number);
    }
    return number->length - before;
}

/* A zero counts as a digit, even if an x behind it makes it a prefix. */
static int keep_prefix(struct scan *scan, struct collected *number, int *digits)
{
    if (!is_at(number, '0'))
        return 0;
    keep(scan, number);
    *digits = 1;
    if (!is_at(number, 'x'))
        return 0;
    keep(scan, number);
    return 1;
}

/* Gives the base, or 0 if there is no number. */
static int collect_integer(struct scan *scan, struct collected *number, int base)
{
    int digits = 0;
    keep_sign(scan, number);
    if (base == 0 || base == 16) {
        int prefixed = keep_prefix(scan, number, &digits);
        if (base == 0)
            base = prefixed ? 16 : digits == 1 ? 8 : 10;
    }
    digits += keep_digits(scan, number, base);
    return digits > 0 ? base : 0;
}

static int collect_word(struct scan *scan, struct collected *number, const char *word)
{
    while (*word != 0 && is_at(number, *word)) {
        keep(scan, number);
        word++;
    }
    return *word == 0;
}

static int collect_real(struct scan *scan, struct collected *number)
{
    keep_sign(scan, number);
    if (is_at(number, 'i')) {
        int found = collect_word(scan, number, "inf");
        return found && (!is_at(number, 'i') || collect_word(scan, number, "inity"));
    }
    if (is_at(number, 'n'))
        return collect_word(scan, number, "nan");
    int digits = 0;
    int base = keep_prefix(scan, number, &digits) ? 16 : 10;
    digits = keep_digits(scan, number, base) + (base == 10 ? digits : 0);
    if (is_at(number, '.')) {
        keep(scan, number);
        digits += keep_digits(scan, number, base);
    }
    if (digits > 0 && is_at(number, base == 16 ? 'p' : 'e')) {
        keep(scan, number);
        keep_sign(scan, number);
        keep_digits(scan, number, 10);
    }
    return digits > 0;
}

static void store_integer(void *target, int size, unsigned long value)
{
    switch (size) {
    case 1:
        *(unsigned char *)target = (unsigned char)value;
        break;
    case 2:
        *(unsigned short *)target = (unsigned short)value;
        break;
    case 4:
        *(unsigned int *)target = (unsigned int)value;
        break;
    default:
        *(unsigned long *)target = value;
    }
}

static int base_of(int letter)
{
    switch (letter) {
    case 'i':
        return 0;
    case 'o':
        return 8;
    case 'x':
    case 'X':
    case 'p':
        return 16;
    default:
        return 10;
    }
}

static int scan_integer(struct scan *scan, const struct conversion *conversion, void *target)
{
    struct collected number;
    begin(scan, &number, conversion->width);
    int base = collect_integer(scan, &number, base_of(conversion->letter));
    put_back(scan, number.byte);
    if (base == 0)
        return 0;
    number.text[number.length] = 0;
    int is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    int size = conversion->letter == 'p' ? 8 : conversion->size;
    if (target != NULL)
        store_integer(target, size, is_signed ? (unsigned long)strtol(number.text, NULL, base)
                                              : strtoul(number.text, NULL, base));
    return 1;
}

static int scan_real(struct scan *scan, const struct conversion *conversion, void *target)
{
    struct collected number;
    begin(scan, &number, conversion->width);
    int found = collect_real(scan, &number);
    put_back(scan, number.byte);
    if (!found)
        return 0;
    number.text[number.length] = 0;
    if (target == NULL)
        return 1;
    if (conversion->size == 16)
        *(long double *)target = strtod(number.text, NULL);
    else if (conversion->size == 8)
        *(double *)target = strtod(number.text, NULL);
    else
        *(float *)target = strtof(number.text, NULL);
    return 1;
}

/* Bytes as they are (c), up to a blank (s), or those of a set; gives whether there were any. */
static int scan_bytes(struct scan *scan, const struct conversion *conversion, char *target)
{
    int is_text = conversion->letter != 'c';
    int limit = conversion->width > 0 ? conversion->width : is_text ? 0x7fffffff : 1;
    int length = 0;
    while (length < limit) {
        int byte = take(scan);
        if (byte == EOF)
            break;
        if ((conversion->letter == 's' && isspace(byte))
            || (conversion->letter == '[' && !is_in_set(conversion->set, byte))) {
            put_back(scan, byte);
            break;
        }
        if (target != NULL)
            target[length] = (char)byte;
        length++;
    }
    if (target != NULL && is_text && length > 0)
        target[length] = 0;
    return length > 0;
}

static enum outcome convert(struct scan *scan, const struct conversion *conversion)
{
    void *target = conversion->skipped ? NULL : va_arg(scan->targets, void *);
    if (conversion->letter == 'n') {
        if (target != NULL)
            store_integer(target, conversion->size, scan->count);
        return MATCHED;
    }
    int blanks_count = conversion->letter == 'c' || conversion->letter == '[';
    int first = blanks_count ? take(scan) : skip_blanks(scan);
    if (blanks_count)
        put_back(scan, first);
    if (first == EOF)
        return ENDED;
    int found;
    if (blanks_count || conversion->letter == 's')
        found = scan_bytes(scan, conversion, target);
    else if (strchr("aAeEfFgG", conversion->letter) != NULL)
        found = scan_real(scan, conversion, target);
    else if (strchr("diouxXp", conversion->letter) != NULL)
        found = scan_integer(scan, conversion, target);
    else
        found = 0;
    return found ? MATCHED : MISMATCHED;
}

static enum outcome match(struct scan *scan, int wanted)
{
    int byte = take(scan);
    if (byte == wanted)
        return MATCHED;
    put_back(scan, byte);
    return byte == EOF ? ENDED : MISMATCHED;
}

static int scan_format(struct scan *scan, const char *format)
{
    struct conversion conversion;
    enum outcome outcome = MATCHED;
    int stored = 0;
    while (*format != 0 && outcome == MATCHED) {
        if (isspace((unsigned char)*format)) {
            skip_blanks(scan);
            format++;
            continue;
        }
        if (*format != '%') {
            outcome = match(scan, (unsigned char)*format++);
            continue;
        }
        format = read_conversion(&conversion, format + 1);
        if (conversion.letter == '%') {
            skip_blanks(scan);
            outcome = match(scan, '%');
            continue;
        }
        outcome = convert(scan, &conversion);
        stored += outcome == MATCHED && !conversion.skipped && conversion.letter != 'n';
    }
    return outcome == ENDED && stored == 0 ? EOF : stored;
}

/* How many values a format asks for, if it asks for nothing but numbers; else a negative number. */
static int numbers_in(const char *format)
{
    struct conversion conversion;
    int numbers = 0;
    while (*format != 0) {
        if (*format++ != '%')
            continue;
        format = read_conversion(&conversion, format);
        if (conversion.letter == 0 || strchr("diouxXeEfFgG", conversion.letter) == NULL || conversion.size == 16)
            return -1;
        numbers += !conversion.skipped;
    }
    return numbers;
}

/* The machine leaves unknown input to the functions below. */
#define BY_CHARACTER (-2)

static int scan_numbers(const char *format, int numbers, va_list targets)
{
    int result = __sextant_scan(format, VALUES(targets), stdin->stuck);
    if (result == BY_CHARACTER)
        return result;
    if (result == EOF)
        stdin->last = EOF;
    else
        stdin->scanned = 1;
    stdin->stuck = result == numbers ? 0 : result == 0 ? 2 : 1;
    return result;
}

int vfscanf(FILE *restrict stream, const char *restrict format, va_list targets)
{
    struct scan scan = {.stream = stream};
    if (stream->file == NULL && stream->number == 0 && stream->readable && stream->pushed == NOTHING
        && stream->last != EOF) {
        int numbers = numbers_in(format);
        int result = numbers >= 0 ? scan_numbers(format, numbers, targets) : BY_CHARACTER;
        if (result != BY_CHARACTER)
            return result;
    }
    va_copy(scan.targets, targets);
    int result = scan_format(&scan, format);
    va_end(scan.targets);
    return result;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list targets)
{
    struct scan scan = {.text = text};
    va_copy(scan.targets, targets);
    int result = scan_format(&scan, format);
    va_end(scan.targets);
    return result;
}

int vscanf(const char *restrict format, va_list targets)
{
    return vfscanf(stdin, format, targets);
}

int fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list targets;
    va_start(targets, format);
    int result = vfscanf(stream, format, targets);
    va_end(targets);
    return result;
}

int scanf(const char *restrict format, ...)
{
    va_list targets;
    va_start(targets, format);
    int result = vfscanf(stdin, format, targets);
    va_end(targets);
    return result;
}

int sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list targets;
    va_start(targets, format);
    int result = vsscanf(text, format, targets);
    va_end(targets);
    return result;
}

/* Names that some headers give them. */

int __isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list targets;
    va_start(targets, format);
    int result = vfscanf(stream, format, targets);
    va_end(targets);
    return result;
}

int __isoc99_scanf(const char *restrict format, ...)
{
    va_list targets;
    va_start(targets, format);
    int result = vfscanf(stdin, format, targets);
    va_end(targets);
    return result;
}

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...)
{
    va_list targets;
    va_start(targets, format);
    int result = vsscanf(text, format, targets);
    va_end(targets);
    return result;
}
