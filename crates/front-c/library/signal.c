/* signal.h: a program gets the signals only that it raises itself. */
#include "sextant.h"

typedef void handler(int signal);

static handler *handlers[65];

/* 0 and 1 stand for the default and for ignoring, as in the system's header. */
handler *signal(int number, handler *handle)
{
    if (number < 1 || number > 64) {
        errno = EINVAL;
        return (handler *)-1;
    }
    handler *before = handlers[number];
    handlers[number] = handle;
    return before;
}

int raise(int number)
{
    if (number < 1 || number > 64) {
        errno = EINVAL;
        return -1;
    }
    handler *handle = handlers[number];
    if (handle == 0)
        __sextant_abort();
    if (handle != (handler *)1) {
        handlers[number] = 0;
        handle(number);
    }
    return 0;
}
