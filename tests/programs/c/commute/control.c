/* Loops, switches and jumps. */

/* examine: fall_through n=-2..8 */
int fall_through(int n)
{
    int sum = 0;
    switch (n) {
    case 0:
        sum += 1;
    case 1:
        sum += 10;
        break;
    case 2 ... 4:
        sum += 100;
    default:
        sum += 1000;
    case 7:
        sum += 10000;
    }
    return sum;
}

/* examine: nested a=0..3 b=0..3 */
int nested(int a, int b)
{
    switch (a) {
    case 1:
        switch (b) {
        case 1:
            return 11;
        default:
            break;
        }
        return 1;
    case 2:
        return b == 2 ? 22 : 2;
    }
    return a * b;
}

/* examine: steps n=1..9 */
int steps(int n)
{
    int count = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        if (++count == 6)
            break;
    }
    return count * 1000 + n;
}

/* examine: skipping n=0..6 */
int skipping(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == 2)
            continue;
        sum += i;
        if (sum > 7)
            goto out;
    }
    sum += 100;
out:
    return sum;
}

/* examine: at_least_once n=-3..3 */
int at_least_once(int n)
{
    int rounds = 0;
    do {
        rounds++;
        n--;
    } while (n > 0);
    return rounds * 10 - n;
}

/* examine: lazy a=-3..3 b=-3..3 */
int lazy(int a, int b)
{
    int calls = 0;
    if ((a > 0 && ++calls > 0) || (b > 0 && (calls += 10)))
        calls += 100;
    return calls + (a ? b ? 1 : 2 : 3);
}

/* examine: computed n=0..2 */
int computed(int n)
{
    static const void *const labels[] = {&&one, &&two, &&three};
    goto *labels[n];
one:
    return 10;
two:
    n += 5;
three:
    return n;
}

/* examine: comma a=-5..5 b=-5..5 */
int comma(int a, int b)
{
    int c = (a++, b += a, a * b);
    return c - (a, b);
}
