//@ requires n >= 0;
//@ ensures \forall int k; 0 <= k < n ==> a[k] == x;
void fill(int *a, int n, int x)
{
    //@ invariant 0 <= i && i <= n && (\forall int k; 0 <= k < i ==> a[k] == x);
    //@ measure n - i;
    for (int i = 0; i < n - 1; i++)
        a[i] = x;
}
