/* Small functions that have the kinds of C between them. */
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct pair { int first; unsigned low : 5; };

int shifts(unsigned i) { return (int)(((i << 3) >> 2) & 0xff); }

int wraps(int i) { return (unsigned char)(i + 1); }

int fetched(struct pair *p, int *a)
{
    p->low = 3;
    return p->first + a[1] + (int)p->low;
}

int local(int i)
{
    int a[4];
    a[i & 3] = i;
    return a[i & 3];
}

long distance(int i)
{
    int a[4];
    int *p = a + (i & 3);
    return p - a;
}

static int same(int i) { return i; }

int called(int i)
{
    int (*f)(int) = same;
    return f(i);
}

int heap(int i)
{
    int *p = malloc(sizeof *p);
    if (p == 0) return 0;
    *p = i;
    i = *p;
    free(p);
    return i;
}

int zeroed(int i)
{
    int *p = calloc(2, sizeof *p);
    if (p == 0) return 0;
    int found = p[1] + i;
    free(p);
    return found;
}

int copied(int i)
{
    int from[2], to[2];
    memset(from, 0, sizeof from);
    from[1] = i;
    memcpy(to, from, sizeof to);
    memmove(to, from, sizeof from);
    return to[1];
}

int outside(int i);

int unknown(int i) { return outside(i) + 1; }

int prints(int i)
{
    char text[20];
    printf("%d\n", i);
    fputs("a", stdout);
    return snprintf(text, sizeof text, "%d", 7);
}

int reads(int i)
{
    int j;
    if (getchar() == 'a') return i;
    return scanf("%d", &j);
}

int asserts(int i)
{
    assert(i != 1000);
    return i;
}

int leaves(int i)
{
    if (i == 1) exit(1);
    if (i == 2) abort();
    if (i == 3) __builtin_unreachable();
    return i;
}

int sized(int i)
{
    int a[(i & 3) + 1];
    a[0] = i;
    return a[0];
}

float floats(float x, double y) { return x * 2.0f + (float)y; }

int aligned(char *bytes)
{
    int *p = (int *)(bytes + 4);
    return *p;
}

int ended(int i)
{
    int *p = &i;
    {
        int inner = i + 1;
        p = &inner;
        i = *p;
    }
    return i;
}

int on_stack(int i)
{
    int *p = __builtin_alloca(sizeof *p);
    *p = i;
    return *p;
}

int __VERIFIER_nondet_int(void);
void klee_make_symbolic(void *at, unsigned long bytes, const char *name);

int asked(int i)
{
    int j;
    klee_make_symbolic(&j, sizeof j, "j");
    return __VERIFIER_nondet_int() + i + j;
}

int files(int i)
{
    FILE *out = fopen("out", "w");
    if (out == 0) return 0;
    fputc('a', out);
    fclose(out);
    FILE *in = fopen("in", "r");
    if (in == 0) return i;
    int c = fgetc(in);
    fclose(in);
    return c;
}

int surrounded(void) { return getenv("HOME") == NULL; }

int clocks(int i) { return time(NULL) > i; }

jmp_buf marked;

void leave(int i)
{
    if (i > 3) longjmp(marked, i);
}

int jumps(int i)
{
    int brought = setjmp(marked);
    if (brought != 0) return brought;
    leave(i);
    return 0;
}
