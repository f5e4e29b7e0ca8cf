/* Fourteen independent branches. */
#include <assert.h>

int check_me(int a[14])
{
    int count = 0;
    for (int i = 0; i < 14; i++)
        if (a[i] > 0)
            count++;
    assert(count <= 14);
    return count;
}
