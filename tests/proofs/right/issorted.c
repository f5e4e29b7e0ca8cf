//@ requires n >= 1;
//@ ensures \result != 0 ==> (\forall int k; 0 <= k < n - 1 ==> a[k] <= a[k + 1]);
//@ ensures \result == 0 ==> (\exists int k; 0 <= k < n - 1 && a[k] > a[k + 1]);
int issorted(const int *a, int n)
{
    int i = 1;
    //@ invariant 1 <= i <= n;
    //@ invariant \forall int k; 0 <= k < i - 1 ==> a[k] <= a[k + 1];
    //@ measure n - i;
    while (i < n) {
        if (a[i - 1] > a[i])
            return 0;
        i++;
    }
    return 1;
}
