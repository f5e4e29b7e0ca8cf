/* errno.h and the messages of string.h for it. */
#include "sextant.h"

int sprintf(char *restrict to, const char *restrict format, ...);

int *__errno_location(void)
{
    static int number;
    return &number;
}

static const char *const messages[] = {
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
};

char *strerror(int number)
{
    static char unknown[32];
    int known = sizeof messages / sizeof messages[0];
    if (number >= 0 && number < known)
        return (char *)messages[number];
    sprintf(unknown, "Unknown error %d", number);
    return unknown;
}
