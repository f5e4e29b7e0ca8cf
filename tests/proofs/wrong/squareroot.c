//@ requires 0 <= n && n <= 1000000000;
//@ ensures \result * \result <= n && n < (\result + 1) * (\result + 1);
int squareroot(int n)
{
    int r = 0;
    //@ invariant 0 <= r && r * r <= n && r <= 31622;
    //@ measure n - r;
    while ((r + 1) * (r + 1) < n)
        r++;
    return r;
}
