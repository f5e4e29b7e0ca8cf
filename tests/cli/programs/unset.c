/* Values that are not defined may be copied; they must not decide. */
#include <string.h>

struct flags { unsigned kind : 3, depth : 5; };
struct entry { char tag; int weight; struct flags flags; };

int copied(int weight) {
    struct entry one, two;
    one.weight = weight;
    one.flags.kind = 5;
    memcpy(&two, &one, sizeof two);
    return two.weight > 3 ? two.flags.kind : 0;
}

int decided(void) {
    struct entry one;
    one.flags.kind = 5;
    return one.flags.depth ? 1 : 2;
}

int masked(void) {
    unsigned char bits;
    for (int i = 0; i < 8; i++)
        bits >>= 1;
    return bits;
}
