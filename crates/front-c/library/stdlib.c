/* stdlib.h but for the conversion of texts to reals (strtod.c). */
#include "sextant.h"

#include <limits.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
int isspace(int c);

void *malloc(size_t bytes)
{
    return __sextant_allocate(bytes);
}

static int product_fits(size_t count, size_t size)
{
    return size == 0 || count <= SIZE_MAX / size;
}

void *calloc(size_t count, size_t size)
{
    if (!product_fits(count, size)) {
        errno = ENOMEM;
        return NULL;
    }
    return __sextant_allocate_zeroed(count * size);
}

void free(void *storage)
{
    __sextant_release(storage);
}

void cfree(void *storage)
{
    __sextant_release(storage);
}

void *realloc(void *storage, size_t bytes)
{
    if (storage == NULL)
        return malloc(bytes);
    if (bytes == 0) {
        free(storage);
        return NULL;
    }
    void *larger = malloc(bytes);
    if (larger == NULL)
        return NULL;
    size_t kept = __sextant_size(storage);
    memcpy(larger, storage, kept < bytes ? kept : bytes);
    free(storage);
    return larger;
}

void *reallocarray(void *storage, size_t count, size_t size)
{
    if (!product_fits(count, size)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(storage, count * size);
}

/* Every object begins at an address that suits every type. */
void *aligned_alloc(size_t alignment, size_t bytes)
{
    (void)alignment;
    return malloc(bytes);
}

void *memalign(size_t alignment, size_t bytes)
{
    (void)alignment;
    return malloc(bytes);
}

void *valloc(size_t bytes)
{
    return malloc(bytes);
}

int posix_memalign(void **storage, size_t alignment, size_t bytes)
{
    (void)alignment;
    void *result = malloc(bytes);
    if (result == NULL)
        return ENOMEM;
    *storage = result;
    return 0;
}

size_t malloc_usable_size(void *storage)
{
    return storage == NULL ? 0 : __sextant_size(storage);
}

int abs(int value)
{
    return value < 0 ? -value : value;
}

long labs(long value)
{
    return value < 0 ? -value : value;
}

long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

long imaxabs(long value)
{
    return value < 0 ? -value : value;
}

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

div_t div(int dividend, int divisor)
{
    return (div_t){dividend / divisor, dividend % divisor};
}

ldiv_t ldiv(long dividend, long divisor)
{
    return (ldiv_t){dividend / divisor, dividend % divisor};
}

lldiv_t lldiv(long long dividend, long long divisor)
{
    return (lldiv_t){dividend / divisor, dividend % divisor};
}

ldiv_t imaxdiv(long dividend, long divisor)
{
    return (ldiv_t){dividend / divisor, dividend % divisor};
}

/* The value of a digit of a base up to 36; the base itself if it is none. */
static int digit(int c, int base)
{
    int value = base;
    if (c >= '0' && c <= '9')
        value = c - '0';
    else if (base > 10 && c >= 'a' && c <= 'z')
        value = c - 'a' + 10;
    else if (base > 10 && c >= 'A' && c <= 'Z')
        value = c - 'A' + 10;
    return value < base ? value : base;
}

/* A number as it is written: its sign, its size, whether 64 bits hold the size, and where it ends. */
struct number {
    int negative;
    int too_large;
    unsigned long size;
    const char *end;
};

/* Twelve digits of any base fit into 64 bits, so that only later ones are tested. */
static void read_digits(struct number *number, const char *text, int base)
{
    unsigned long size = 0;
    int count = 0;
    for (int value; (value = digit(*text, base)) < base; text++) {
        if (++count > 12 && size > (ULONG_MAX - value) / base)
            number->too_large = 1;
        size = size * base + value;
    }
    number->size = size;
    if (count > 0)
        number->end = text;
}

static int has_prefix(const char *text)
{
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && digit(text[2], 16) < 16;
}

static struct number read_number(const char *text, int base)
{
    struct number number = {0, 0, 0, text};
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return number;
    }
    while (isspace((unsigned char)*text))
        text++;
    number.negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    int prefixed = (base == 0 || base == 16) && has_prefix(text);
    if (base == 0)
        base = prefixed ? 16 : *text == '0' ? 8 : 10;
    read_digits(&number, prefixed ? text + 2 : text, base);
    return number;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    struct number number = read_number(text, base);
    unsigned long limit = LONG_MAX;
    if (end != NULL)
        *end = (char *)number.end;
    if (number.too_large || number.size > limit + number.negative) {
        errno = ERANGE;
        return number.negative ? LONG_MIN : LONG_MAX;
    }
    if (number.size > limit)
        return LONG_MIN;
    return number.negative ? -(long)number.size : (long)number.size;
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    struct number number = read_number(text, base);
    if (end != NULL)
        *end = (char *)number.end;
    if (number.too_large) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return number.negative ? -number.size : number.size;
}

long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return strtol(text, end, base);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return strtoul(text, end, base);
}

long strtoimax(const char *restrict text, char **restrict end, int base)
{
    return strtol(text, end, base);
}

unsigned long strtoumax(const char *restrict text, char **restrict end, int base)
{
    return strtoul(text, end, base);
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtol(text, NULL, 10);
}

typedef int comparison(const void *left, const void *right);

/* Merges two sorted halves; of equal elements those of the first half come first. What is left of the second half is
   where it belongs. */
static void merge(char *elements, size_t half, size_t count, size_t size, comparison *compare, char *spare)
{
    size_t left = 0;
    size_t right = half;
    size_t at = 0;
    while (left < half && right < count) {
        if (compare(elements + left * size, elements + right * size) <= 0)
            memcpy(spare + at * size, elements + left++ * size, size);
        else
            memcpy(spare + at * size, elements + right++ * size, size);
        at++;
    }
    __sextant_move(elements + at * size, elements + left * size, (half - left) * size);
    memcpy(elements, spare, at * size);
}

static void merge_sort(char *elements, size_t count, size_t size, comparison *compare, char *spare)
{
    if (count < 2)
        return;
    size_t half = count / 2;
    merge_sort(elements, half, size, compare, spare);
    merge_sort(elements + half * size, count - half, size, compare, spare);
    merge(elements, half, count, size, compare, spare);
}

void qsort(void *elements, size_t count, size_t size, comparison *compare)
{
    if (count < 2)
        return;
    char *spare = malloc(count * size);
    merge_sort(elements, count, size, compare, spare);
    free(spare);
}

void *bsearch(const void *wanted, const void *elements, size_t count, size_t size, comparison *compare)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)elements + middle * size;
        int order = compare(wanted, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* The additive generator of the GNU library: each number is the sum of the third and the thirty-first before it. */
static struct {
    unsigned int numbers[31];
    int next;
    int seeded;
} generator;

static unsigned int next_number(void)
{
    int at = generator.next;
    generator.next = at == 30 ? 0 : at + 1;
    generator.numbers[at] += generator.numbers[at < 3 ? at + 28 : at - 3];
    return generator.numbers[at];
}

void srand(unsigned int seed)
{
    int number = seed == 0 ? 1 : (int)seed;
    for (int at = 0; at < 31; at++) {
        generator.numbers[at] = (unsigned int)number;
        long product = 16807L * number % INT_MAX;
        number = (int)(product < 0 ? product + INT_MAX : product);
    }
    generator.next = 3;
    generator.seeded = 1;
    for (int at = 0; at < 310; at++)
        next_number();
}

int rand(void)
{
    if (!generator.seeded)
        srand(1);
    return (int)(next_number() >> 1);
}

void srandom(unsigned int seed)
{
    srand(seed);
}

long random(void)
{
    return rand();
}

int rand_r(unsigned int *seed)
{
    unsigned int result = 0;
    for (int part = 0; part < 3; part++) {
        *seed = *seed * 1103515245 + 12345;
        unsigned int bits = *seed / 65536 % (part == 0 ? 2048 : 1024);
        result = result * 1024 + bits;
    }
    return (int)result;
}

/* Forty-eight bits of a linear congruential generator. */
static unsigned long drand48_state = 0x1234abcd330eUL;

static unsigned long next_48_bits(void)
{
    drand48_state = (drand48_state * 0x5deece66dUL + 11) % (1UL << 48);
    return drand48_state;
}

void srand48(long seed)
{
    drand48_state = ((unsigned long)seed % (1UL << 32)) * 65536 + 0x330e;
}

double drand48(void)
{
    return (double)next_48_bits() / (double)(1UL << 48);
}

long lrand48(void)
{
    return (long)(next_48_bits() / (1UL << 17));
}

/* The end of a program. A return from main is an exit. */
static struct {
    void (*functions[32])(void);
    int count;
} at_exit;

int atexit(void (*function)(void))
{
    if (at_exit.count == 32)
        return -1;
    at_exit.functions[at_exit.count++] = function;
    return 0;
}

_Noreturn void exit(int status)
{
    while (at_exit.count > 0)
        at_exit.functions[--at_exit.count]();
    __sextant_exit(status);
}

_Noreturn void _Exit(int status)
{
    __sextant_exit(status);
}

_Noreturn void abort(void)
{
    __sextant_abort();
}

/* There is no environment and no command processor. */
char *getenv(const char *name)
{
    (void)name;
    return __sextant_no_environment();
}

char *secure_getenv(const char *name)
{
    (void)name;
    return __sextant_no_environment();
}

int system(const char *command)
{
    return command == NULL ? 0 : -1;
}
