/* Objects with too many elements to be named one by one. */
#include <assert.h>

int table[100000];

struct log {
    int length;
    int lines[100000];
};

int first(void)
{
    assert(table[0] == 0);
    return 0;
}

int length(struct log *log)
{
    if (log->length < 0)
        return 0;
    assert(log->length >= 0);
    return log->length;
}
