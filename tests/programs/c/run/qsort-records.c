/* qsort and bsearch with comparators over numbers, texts, and records with ties. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    const char *name;
    int age;
};

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_age_then_name(const void *a, const void *b)
{
    const struct person *x = a, *y = b;
    if (x->age != y->age)
        return x->age - y->age;
    return strcmp(x->name, y->name);
}

static int descending(const void *a, const void *b)
{
    return -by_number(a, b);
}

int main(void)
{
    int numbers[] = {42, -7, 19, 0, 100, 3, 19, -50};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    qsort(numbers, COUNT, sizeof *numbers, by_number);
    for (int i = 0; i < COUNT; i++)
        printf("%d ", numbers[i]);
    int wanted = 100, missing = 4;
    int *found = bsearch(&wanted, numbers, COUNT, sizeof *numbers, by_number);
    printf("at %d, %s\n", (int)(found - numbers),
           bsearch(&missing, numbers, COUNT, sizeof *numbers, by_number) ? "there" : "missing");
    qsort(numbers, COUNT, sizeof *numbers, descending);
    printf("%d %d\n", numbers[0], numbers[COUNT - 1]);
    const char *words[] = {"pear", "apple", "fig", "banana", "cherry", "date"};
    qsort(words, 6, sizeof *words, by_text);
    for (int i = 0; i < 6; i++)
        printf("%s ", words[i]);
    printf("\n");
    struct person people[] = {{"Zoe", 30}, {"Adam", 25}, {"Eve", 30}, {"Bob", 25}, {"Kim", 41}};
    qsort(people, 5, sizeof *people, by_age_then_name);
    for (int i = 0; i < 5; i++)
        printf("%s(%d) ", people[i].name, people[i].age);
    printf("\n");
    return 0;
}
