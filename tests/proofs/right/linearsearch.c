//@ requires n >= 0;
//@ ensures \result == -1 || 0 <= \result < n;
//@ ensures \result >= 0 ==> a[\result] == x;
//@ ensures \result == -1 ==> (\forall int k; 0 <= k < n ==> a[k] != x);
int linearsearch(const int a[], int n, int x)
{
    int i = 0;
    //@ invariant 0 <= i <= n;
    //@ invariant \forall int k; 0 <= k < i ==> a[k] != x;
    //@ measure n - i;
    while (i < n) {
        if (a[i] == x)
            return i;
        i++;
    }
    return -1;
}
