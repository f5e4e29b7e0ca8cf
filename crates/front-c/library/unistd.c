/* unistd.h: the standard streams by their numbers; nothing else can be opened. */
#include "sextant.h"

long read(int stream, void *to, size_t bytes)
{
    unsigned char *target = to;
    size_t length = 0;
    if (stream != 0) {
        errno = EBADF;
        return -1;
    }
    while (length < bytes) {
        int byte = __sextant_read_byte();
        if (byte < 0)
            break;
        target[length++] = (unsigned char)byte;
    }
    return (long)length;
}

long write(int stream, const void *from, size_t bytes)
{
    if (stream != 1 && stream != 2) {
        errno = EBADF;
        return -1;
    }
    __sextant_write(stream, from, bytes);
    return (long)bytes;
}

int open(const char *name, int flags, ...)
{
    (void)name, (void)flags;
    errno = ENOENT;
    return -1;
}

int close(int stream)
{
    if (stream >= 0 && stream <= 2)
        return 0;
    errno = EBADF;
    return -1;
}

int isatty(int stream)
{
    (void)stream;
    return 0;
}

unsigned int sleep(unsigned int seconds)
{
    (void)seconds;
    return 0;
}

int usleep(unsigned int microseconds)
{
    (void)microseconds;
    return 0;
}

_Noreturn void _exit(int status)
{
    __sextant_exit(status);
}
