/* string.h and strings.h: bytes and texts. Loops go byte by byte; a difference is that of unsigned bytes. */
#include "sextant.h"

void *malloc(size_t bytes);
int tolower(int c);

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    __sextant_copy(to, from, bytes);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    __sextant_copy(to, from, bytes);
    return (char *)to + bytes;
}

void *memccpy(void *restrict to, const void *restrict from, int last, size_t bytes)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t at = 0; at < bytes; at++) {
        target[at] = source[at];
        if (source[at] == (unsigned char)last)
            return target + at + 1;
    }
    return NULL;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    __sextant_move(to, from, bytes);
    return to;
}

void bcopy(const void *from, void *to, size_t bytes)
{
    __sextant_move(to, from, bytes);
}

void *memset(void *to, int byte, size_t bytes)
{
    __sextant_fill(to, byte, bytes);
    return to;
}

void bzero(void *to, size_t bytes)
{
    __sextant_fill(to, 0, bytes);
}

void explicit_bzero(void *to, size_t bytes)
{
    __sextant_fill(to, 0, bytes);
}

int memcmp(const void *left, const void *right, size_t bytes)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t at = 0; at < bytes; at++)
        if (a[at] != b[at])
            return a[at] - b[at];
    return 0;
}

int bcmp(const void *left, const void *right, size_t bytes)
{
    return memcmp(left, right, bytes);
}

void *memchr(const void *text, int wanted, size_t bytes)
{
    const unsigned char *byte = text;
    for (size_t at = 0; at < bytes; at++)
        if (byte[at] == (unsigned char)wanted)
            return (void *)(byte + at);
    return NULL;
}

void *memrchr(const void *text, int wanted, size_t bytes)
{
    const unsigned char *byte = text;
    for (size_t at = bytes; at > 0; at--)
        if (byte[at - 1] == (unsigned char)wanted)
            return (void *)(byte + at - 1);
    return NULL;
}

void *rawmemchr(const void *text, int wanted)
{
    const unsigned char *byte = text;
    while (*byte != (unsigned char)wanted)
        byte++;
    return (void *)byte;
}

void *memmem(const void *text, size_t length, const void *wanted, size_t bytes)
{
    const char *start = text;
    for (size_t at = 0; at + bytes <= length; at++)
        if (memcmp(start + at, wanted, bytes) == 0)
            return (void *)(start + at);
    return NULL;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length] != 0)
        length++;
    return length;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    while ((*to = *from) != 0) {
        to++;
        from++;
    }
    return to;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    stpcpy(to, from);
    return to;
}

/* The rest of the target is filled with zeros; there may be no zero at all. */
char *stpncpy(char *restrict to, const char *restrict from, size_t limit)
{
    size_t length = 0;
    while (length < limit && from[length] != 0) {
        to[length] = from[length];
        length++;
    }
    for (size_t at = length; at < limit; at++)
        to[at] = 0;
    return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t limit)
{
    stpncpy(to, from, limit);
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strlen(from);
    size_t kept = length < size ? length : size - 1;
    if (size > 0) {
        memcpy(to, from, kept);
        to[kept] = 0;
    }
    return length;
}

char *strcat(char *restrict to, const char *restrict from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit)
{
    char *end = to + strlen(to);
    size_t length = 0;
    while (length < limit && from[length] != 0) {
        end[length] = from[length];
        length++;
    }
    end[length] = 0;
    return to;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strnlen(to, size);
    if (length == size)
        return size + strlen(from);
    return length + strlcpy(to + length, from, size - length);
}

int strcmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    while (*a == *b && *a != 0) {
        a++;
        b++;
    }
    return *a - *b;
}

int strncmp(const char *left, const char *right, size_t limit)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    for (size_t at = 0; at < limit; at++)
        if (a[at] != b[at] || a[at] == 0)
            return a[at] - b[at];
    return 0;
}

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size)
{
    return strlcpy(to, from, size);
}

int strcasecmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    while (tolower(*a) == tolower(*b) && *a != 0) {
        a++;
        b++;
    }
    return tolower(*a) - tolower(*b);
}

int strncasecmp(const char *left, const char *right, size_t limit)
{
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    for (size_t at = 0; at < limit; at++)
        if (tolower(a[at]) != tolower(b[at]) || a[at] == 0)
            return tolower(a[at]) - tolower(b[at]);
    return 0;
}

char *strchrnul(const char *text, int wanted)
{
    while (*text != 0 && *text != (char)wanted)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int wanted)
{
    for (;; text++) {
        if (*text == (char)wanted)
            return (char *)text;
        if (*text == 0)
            return NULL;
    }
}

char *strrchr(const char *text, int wanted)
{
    const char *found = NULL;
    for (;; text++) {
        if (*text == (char)wanted)
            found = text;
        if (*text == 0)
            return (char *)found;
    }
}

char *index(const char *text, int wanted)
{
    return strchr(text, wanted);
}

char *rindex(const char *text, int wanted)
{
    return strrchr(text, wanted);
}

static int starts_with(const char *text, const char *wanted)
{
    while (*wanted != 0) {
        if (*text != *wanted)
            return 0;
        text++;
        wanted++;
    }
    return 1;
}

char *strstr(const char *text, const char *wanted)
{
    for (;; text++) {
        if (starts_with(text, wanted))
            return (char *)text;
        if (*text == 0)
            return NULL;
    }
}

char *strcasestr(const char *text, const char *wanted)
{
    size_t length = strlen(wanted);
    for (;; text++) {
        if (strncasecmp(text, wanted, length) == 0)
            return (char *)text;
        if (*text == 0)
            return NULL;
    }
}

/* Whether a byte is one of a set; the zero at the end is not. */
static int is_among(char byte, const char *set)
{
    while (*set != 0) {
        if (*set == byte)
            return 1;
        set++;
    }
    return 0;
}

size_t strspn(const char *text, const char *accepted)
{
    size_t length = 0;
    while (is_among(text[length], accepted))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *rejected)
{
    size_t length = 0;
    while (text[length] != 0 && !is_among(text[length], rejected))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *wanted)
{
    text += strcspn(text, wanted);
    return *text != 0 ? (char *)text : NULL;
}

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest)
{
    char *word = text != NULL ? text : *rest;
    word += strspn(word, separators);
    char *end = word + strcspn(word, separators);
    *rest = end;
    if (*word == 0)
        return NULL;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return word;
}

char *strtok(char *restrict text, const char *restrict separators)
{
    static char *rest;
    return strtok_r(text, separators, &rest);
}

char *strsep(char **restrict text, const char *restrict separators)
{
    char *word = *text;
    if (word == NULL)
        return NULL;
    char *end = word + strcspn(word, separators);
    *text = NULL;
    if (*end != 0) {
        *end = 0;
        *text = end + 1;
    }
    return word;
}

static char *duplicate(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

char *strdup(const char *text)
{
    return duplicate(text, strlen(text));
}

char *strndup(const char *text, size_t limit)
{
    return duplicate(text, strnlen(text, limit));
}

int ffsll(long long bits)
{
    int position = 1;
    if (bits == 0)
        return 0;
    while ((bits & 1) == 0) {
        bits >>= 1;
        position++;
    }
    return position;
}

int ffsl(long bits)
{
    return ffsll(bits);
}

int ffs(int bits)
{
    return ffsll(bits);
}
