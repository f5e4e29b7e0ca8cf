//@ requires 0 <= n && n <= 60000;
//@ ensures 2 * \result == n * (n + 1);
int gauss(int n)
{
    int s = 0, i = 0;
    //@ invariant 0 <= i && i <= n && 2 * s == i * (i + 1);
    //@ measure n - i;
    while (i <= n - 2) {
        i++;
        s += i;
    }
    return s;
}
