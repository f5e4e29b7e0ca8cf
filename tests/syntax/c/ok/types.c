/* Declarations, layouts and lengths. */
typedef unsigned long size_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
typedef struct { int a; } unnamed;
typedef struct list list;
struct list { list *next; unnamed item; unsigned low : 3, : 2, high : 5; };
union view { int i; float f; char bytes[sizeof(float)]; };
struct outer { char tag; struct { short s; union { int i; float f; }; }; char tail[]; };
int (*table[3])(const char *, ...);
list *(*find)(list *, int (*)(const list *));

unsigned long sizes(int n, int m[n][n + 1]) {
    struct outer { long shadow; } inner;
    int v[n * 2];
    typedef double row[n];
    row r;
    __typeof__(v[0] + 1L) *same;
    __auto_type copy = m;
    return sizeof v + sizeof(row) + sizeof r + sizeof m[1] + sizeof inner + sizeof(int[n][3]) + _Alignof(struct outer)
        + offsetof(list, item.a) + offsetof(union view, bytes[2]) + sizeof *same + __builtin_types_compatible_p(int, long)
        + __builtin_types_compatible_p(unnamed, unnamed) + sizeof *copy;
}

size_t place(int i) { return offsetof(struct outer, tail[i]); }
