/* Initial values, flat. */
struct pair { int a; char b[4]; };
struct mixed { unsigned lo : 4, hi : 4; struct pair p; union { long l; double d; } u; const char *name; };
int zero;
int numbers[6] = { [2] = 5, 6, [0] = 1 };
char text[] = "hi\n", fixed[3] = "abc", braced[5] = { "x" };
char rows[2][4] = { "ab", { 'c' } };
int wide[] = L"\u00e9x";
struct mixed all = { .hi = 9, .p = { 1, "ab" }, .p.a = 7, .u.d = 2.5, .name = text + 1 };
struct pair array[] = { [1].a = 3, [0] = { .b = { 1, 2 } } };
int *inside = &numbers[3] - 1;
int (*function)(int) = (int (*)(int)) & zero;
static struct pair *literal = &(struct pair){ 4, "z" };
const int limit = 10;
double ratio = (double)7 / 2 + (1 ? 0.25f : 3);
unsigned long distance = (unsigned long)((char *)&numbers[4] - (char *)numbers);
extern int elsewhere[];
int *away = elsewhere + 2;
int tentative;
int tentative;

int local(int n) {
    struct pair p = { n };
    struct pair q = p, list[2] = { p, { 2, "q" } };
    int grid[2][2] = { n, n + 1, [1][1] = 3 };
    char s[8] = "local";
    static int count = sizeof(struct pair) * 2;
    int range[10] = { [2 ... 4] = n };
    q = (struct pair){ .b = "ab" };
    return grid[1][1] + count++ + q.a + list[0].a + s[0] + range[3] + ((int[]){ 1, n })[1];
}
