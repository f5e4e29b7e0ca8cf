//@ requires n >= 1;
//@ ensures \forall int k; 0 <= k < n ==> a[k] <= \result;
//@ ensures \exists int k; 0 <= k < n && a[k] == \result;
int maximum(const int *a, int n)
{
    int m = a[0];
    //@ invariant 1 <= i <= n;
    //@ invariant \forall int k; 0 <= k < i ==> a[k] <= m;
    //@ invariant \exists int k; 0 <= k < i && a[k] == m;
    //@ measure n - i;
    for (int i = 1; i < n; i++) {
        if (a[i] < m)
            m = a[i];
    }
    return m;
}
