/* explore: turn */
/* Enumerations: values given and counted, as indices, as flags, in arithmetic. */
#include <stdio.h>

enum direction { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum level { LOW = -5, MIDDLE, HIGH = 10, HIGHER, SAME = HIGH };
enum rights { READ = 1 << 0, WRITE = 1 << 1, EXECUTE = 1 << 2, ALL = READ | WRITE | EXECUTE };

static const char *const names[DIRECTIONS] = {[WEST] = "west", [NORTH] = "north", [SOUTH] = "south", [EAST] = "east"};

int turn(int heading, int quarters)
{
    if (heading < NORTH || heading >= DIRECTIONS)
        return -1;
    if (quarters < -8 || quarters > 8)
        return -2;
    return ((heading + quarters) % DIRECTIONS + DIRECTIONS) % DIRECTIONS;
}

static void show(enum rights rights)
{
    printf("%c%c%c ", rights & READ ? 'r' : '-', rights & WRITE ? 'w' : '-', rights & EXECUTE ? 'x' : '-');
}

int main(void)
{
    enum direction heading = NORTH;
    for (int i = 1; i < 6; i++) {
        heading = turn(heading, i);
        printf("%s ", names[heading]);
    }
    printf("\n%s %d\n", names[turn(EAST, -3)], turn(4, 0));
    printf("%d %d %d %d %d\n", LOW, MIDDLE, HIGH, HIGHER, SAME);
    for (int bits = 0; bits <= ALL; bits++)
        show(bits);
    printf("\n%d %zu\n", ALL & ~WRITE, sizeof(enum level));
    enum level level = LOW;
    while (level < 0)
        level++;
    printf("%d %d\n", level, level == HIGH - 10);
    return 0;
}
