/* fixed: overlapping-copy; entry: check_me */
/* Moves a part of a buffer by some places. */
#include <string.h>

int check_me(int by, int count)
{
    char buffer[16] = "abcdefghijklmno";
    if (by < 1 || by > 8 || count < 1 || count > by)
        return -1;
    memcpy(buffer + by, buffer, (size_t)count);
    return buffer[by];
}
