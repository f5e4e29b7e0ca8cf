/* explore: area_class */
/* Objects by hand: structures with tables of functions, a base within, and conversion back by offset. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct shape;

struct methods {
    const char *name;
    int (*area)(const struct shape *);
    void (*scale)(struct shape *, int);
};

struct shape {
    const struct methods *methods;
};

struct rectangle {
    int width, height;
    struct shape shape;
};

struct square {
    struct shape shape;
    int side;
};

#define CONTAINER(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

static int rectangle_area(const struct shape *shape)
{
    const struct rectangle *r = CONTAINER(shape, const struct rectangle, shape);
    return r->width * r->height;
}

static void rectangle_scale(struct shape *shape, int by)
{
    struct rectangle *r = CONTAINER(shape, struct rectangle, shape);
    r->width *= by;
    r->height *= by;
}

static int square_area(const struct shape *shape)
{
    const struct square *s = (const struct square *)shape;
    return s->side * s->side;
}

static void square_scale(struct shape *shape, int by)
{
    ((struct square *)shape)->side *= by;
}

static const struct methods rectangles = {"rectangle", rectangle_area, rectangle_scale};
static const struct methods squares = {.scale = square_scale, .area = square_area, .name = "square"};

int area_class(int kind, int size)
{
    if (size < 0 || size > 100)
        return -1;
    struct rectangle r = {size, size + 1, {&rectangles}};
    struct square s = {{&squares}, size};
    struct shape *shape = kind ? &r.shape : &s.shape;
    int area = shape->methods->area(shape);
    return area > 1000 ? 2 : area > 10 ? 1 : 0;
}

int main(void)
{
    struct rectangle *r = malloc(sizeof *r);
    *r = (struct rectangle){3, 4, {&rectangles}};
    struct square s = {{&squares}, 5};
    struct shape *shapes[] = {&r->shape, &s.shape};
    for (int i = 0; i < 2; i++) {
        shapes[i]->methods->scale(shapes[i], i + 2);
        printf("%s %d\n", shapes[i]->methods->name, shapes[i]->methods->area(shapes[i]));
    }
    printf("%d %d %d\n", area_class(0, 3), area_class(1, 3), area_class(1, 50));
    free(r);
    return 0;
}
