/* fixed: double-free; entry: check_me */
/* Two structures believe they own the same storage. */
#include <stdlib.h>
#include <string.h>

struct holder {
    char *text;
};

int check_me(int share)
{
    struct holder a = {malloc(8)}, b;
    strcpy(a.text, "text");
    if (share == 1)
        b.text = strdup(a.text);
    else
        b.text = malloc(4);
    int first = a.text[0];
    free(a.text);
    free(b.text);
    return first;
}
