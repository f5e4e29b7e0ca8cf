/* fixed: leak; entry: check_me */
/* The outer object is released, the inner one is not. */
#include <stdlib.h>

struct person {
    char *name;
    int age;
};

static void dispose(struct person *person)
{
    free(person->name);
    free(person);
}

int check_me(int named)
{
    struct person *person = malloc(sizeof *person);
    person->name = named == 1 ? malloc(16) : NULL;
    person->age = 30;
    int age = person->age;
    dispose(person);
    return age;
}
