/* explore: open_door */
/* A small world of rooms linked by pointers, walked by commands in a text. */
#include <stdio.h>
#include <string.h>

struct room {
    const char *name;
    struct room *exits[4];
    int has_key, locked;
};

static struct room hall, cellar, attic, vault;
static struct room hall = {"hall", {&attic, NULL, &cellar, &vault}, 0, 0};
static struct room cellar = {"cellar", {&hall, NULL, NULL, NULL}, 1, 0};
static struct room attic = {"attic", {NULL, &attic, &hall, NULL}, 0, 0};
static struct room vault = {"vault", {NULL, &hall, NULL, NULL}, 0, 1};

int open_door(int keys, int locked, int strength)
{
    if (!locked)
        return 1;
    if (keys > 0)
        return 2;
    if (strength > 90 && strength <= 100)
        return 3;
    return 0;
}

static int direction(char letter)
{
    const char *letters = "nesw", *found = strchr(letters, letter);
    return found && letter ? (int)(found - letters) : -1;
}

static void play(const char *commands)
{
    struct room *here = &hall;
    int keys = 0;
    for (; *commands; commands++) {
        if (*commands == 't') {
            keys += here->has_key;
            here->has_key = 0;
            printf("[%d keys] ", keys);
            continue;
        }
        int to = direction(*commands);
        if (to < 0 || here->exits[to] == NULL) {
            printf("(wall) ");
            continue;
        }
        struct room *next = here->exits[to];
        int opened = open_door(keys, next->locked, 50);
        if (!opened) {
            printf("(locked) ");
            continue;
        }
        if (opened == 2) {
            next->locked = 0;
            keys--;
        }
        here = next;
        printf("%s ", here->name);
    }
    printf("\n");
}

int main(void)
{
    play("wnesstnw");
    play("wexsw");
    printf("%d %d\n", open_door(0, 1, 95), open_door(0, 1, 101));
    return 0;
}
