/* What clang's tree does not say: aliases, packing, operands of empty assembly, lengths with effects. */
static int first(int x) { return x + 1; }
extern int second(int x) __attribute__((alias("first")));
#pragma pack(push, 1)
struct tight { char c; long l; };
#pragma pack(pop)
struct fields { unsigned a : 3; long b : 40; unsigned c : 30; };
int use(int *n) {
    struct fields f = { 1, -2, 3 };
    int *p, k = 0;
    __asm__("" : "=r"(p) : "0"(n));
    __asm__ volatile("" : "+r"(k) : : "memory");
    int a[(*n)++][++k];
    return second(*p) + sizeof a + sizeof(struct tight) + (int)f.b + __builtin_expect(k, (*n)--);
}
