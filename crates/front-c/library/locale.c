/* locale.h: there is the C locale only. */
#include "sextant.h"

int strcmp(const char *left, const char *right);

char *setlocale(int category, const char *name)
{
    (void)category;
    if (name == NULL || *name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return "C";
    return NULL;
}

/* The fields of struct lconv in the order of the system's header. */
struct lconv {
    const char *texts[10];
    char numbers[14];
};

struct lconv *localeconv(void)
{
    static struct lconv conventions = {
        {".", "", "", "", "", "", "", "", "", ""},
        {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127},
    };
    return &conventions;
}
