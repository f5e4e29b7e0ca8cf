/* What calls become when a program is compiled with checks of the system's headers. The size of the target is not
   needed: every access is checked anyway. */
#include "sextant.h"
#include "stream.h"

int vsprintf(char *restrict to, const char *restrict format, va_list list);
int vsnprintf(char *restrict to, size_t limit, const char *restrict format, va_list list);
int vfprintf(FILE *restrict stream, const char *restrict format, va_list list);

#define COPY(name)                                                                       \
    void *name(void *to, const void *from, size_t bytes);                                \
    void *__##name##_chk(void *to, const void *from, size_t bytes, size_t size)          \
    {                                                                                    \
        (void)size;                                                                      \
        return name(to, from, bytes);                                                    \
    }

#define TEXT(name)                                                                       \
    char *name(char *to, const char *from);                                              \
    char *__##name##_chk(char *to, const char *from, size_t size)                        \
    {                                                                                    \
        (void)size;                                                                      \
        return name(to, from);                                                           \
    }

#define LIMITED_TEXT(name)                                                               \
    char *name(char *to, const char *from, size_t limit);                                \
    char *__##name##_chk(char *to, const char *from, size_t limit, size_t size)          \
    {                                                                                    \
        (void)size;                                                                      \
        return name(to, from, limit);                                                    \
    }

COPY(memcpy)
COPY(mempcpy)
COPY(memmove)
TEXT(strcpy)
TEXT(stpcpy)
TEXT(strcat)
LIMITED_TEXT(strncpy)
LIMITED_TEXT(stpncpy)
LIMITED_TEXT(strncat)

void *memset(void *to, int byte, size_t bytes);

void *__memset_chk(void *to, int byte, size_t bytes, size_t size)
{
    (void)size;
    return memset(to, byte, bytes);
}

int __vsprintf_chk(char *to, int flag, size_t size, const char *format, va_list list)
{
    (void)flag, (void)size;
    return vsprintf(to, format, list);
}

int __vsnprintf_chk(char *to, size_t limit, int flag, size_t size, const char *format, va_list list)
{
    (void)flag, (void)size;
    return vsnprintf(to, limit, format, list);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list)
{
    (void)flag;
    return vfprintf(stream, format, list);
}

int __vprintf_chk(int flag, const char *format, va_list list)
{
    (void)flag;
    return vfprintf(stdout, format, list);
}

int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = __vsprintf_chk(to, flag, size, format, list);
    va_end(list);
    return length;
}

int __snprintf_chk(char *to, size_t limit, int flag, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = __vsnprintf_chk(to, limit, flag, size, format, list);
    va_end(list);
    return length;
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = __vfprintf_chk(stream, flag, format, list);
    va_end(list);
    return length;
}

int __printf_chk(int flag, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = __vprintf_chk(flag, format, list);
    va_end(list);
    return length;
}
