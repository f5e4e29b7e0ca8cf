/* Writes more than a pipe holds. */
#include <stdio.h>

int tell(int times) {
    if (times < 2)
        return 0;
    for (int line = 0; line < 900; line++)
        printf("%0200d\n", line);
    return 1;
}
