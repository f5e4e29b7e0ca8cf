/* The status tells the two programs apart. */
#include <stdlib.h>
int guard(int key) {
    if (key == 31)
        exit(4);
    return 0;
}
