/* explore: largest_power */
/* C11 and GNU: _Generic, static assertions, compound literals, statement expressions, typeof, inline. */
#include <stdalign.h>
#include <stdio.h>

#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", double: "double", float: "float", \
                             char *: "text", const char *: "constant text", default: "other")

#define LARGEST(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

_Static_assert(sizeof(int) == 4, "int has 32 bits");

struct options {
    int width, height;
    const char *title;
};

static inline int area(const struct options *options)
{
    return options->width * options->height;
}

static int first_of(const int *list)
{
    return list[0];
}

int largest_power(int limit)
{
    if (limit < 1)
        return 0;
    int power = 1;
    while (power <= limit / 2)
        power *= 2;
    return power;
}

int main(void)
{
    char text[] = "x";
    printf("%s %s %s %s %s %s\n", KIND(1), KIND(1u), KIND(1.0f), KIND(text), KIND((const char *)text), KIND('a' + 1l));
    int calls = 0;
    int largest = LARGEST(++calls, 0);
    printf("%d %d\n", largest, calls);
    printf("%d\n", area(&(struct options){.height = 4, .width = 5}));
    printf("%d\n", first_of((int[]){9, 8, 7}));
    struct options *kept = &(struct options){1, 2, "title"};
    kept->width = 10;
    printf("%d %s\n", area(kept), kept->title);
    int value = ({
        int sum = 0;
        for (int i = 1; i <= 4; i++)
            sum += i;
        sum;
    });
    __typeof__(value) doubled = value * 2;
    printf("%d %d %zu\n", value, doubled, alignof(double));
    printf("%d %d\n", largest_power(1000), 3 ?: 4);
    static const struct {
        int a, b[2];
        struct { char c, d; } e[2];
    } nested = {.b[1] = 5, .e = {[1].d = 'D', [0] = {'c', 'C'}}, .a = -1};
    printf("%d %d %d %c %c\n", nested.a, nested.b[0], nested.b[1], nested.e[0].d, nested.e[1].d);
    return 0;
}
