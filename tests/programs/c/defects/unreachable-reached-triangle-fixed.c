/* fixed: unreachable-reached; entry: check_me */
/* Kinds of triangles; flat ones were forgotten. */
extern void reach_error(void);

int check_me(int a, int b, int c)
{
    if (a < 1 || b < 1 || c < 1 || a > 100 || b > 100 || c > 100)
        return 0;
    if (a + b <= c || a + c <= b || b + c <= a)
        return 1;
    if (a + b == c || a + c == b || b + c == a)
        reach_error();
    return a == b && b == c ? 3 : 2;
}
