//@ requires x >= 0 && y > 0;
//@ ensures x == \result * y + *rest && 0 <= *rest && *rest < y;
int division(int x, int y, int *rest)
{
    int q = 0, r = x;
    //@ invariant x == q * y + r && r >= 0 && q >= 0 && q <= x - r;
    //@ measure r;
    while (r > y) {
        r -= y;
        q++;
    }
    *rest = r;
    return q;
}
