/* infeasible: 0 */
/* The longest of some names, of which the list ends with a null pointer. */
#include <string.h>

int longest(const char **names, int count)
{
    int best = -1;
    size_t length = 0;
    for (int at = 0; at < count && names[at] != 0; at++) {
        size_t here = strlen(names[at]);
        if (names[at][0] == '#')
            continue;
        if (here > length) {
            length = here;
            best = at;
        }
    }
    return best;
}
