/* kind: overlapping-copy; entry: check_me; line: 10 */
/* Moves a part of a buffer by some places. */
#include <string.h>

int check_me(int by, int count)
{
    char buffer[16] = "abcdefghijklmno";
    if (by < 1 || by > 8 || count < 1 || count > 8)
        return -1;
    memcpy(buffer + by, buffer, (size_t)count);
    return buffer[by];
}
