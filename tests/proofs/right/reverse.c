//@ requires n >= 0;
//@ ensures \forall int k; 0 <= k < n ==> a[k] == \old(a[n - 1 - k]);
void reverse(int *a, int n)
{
    int i = 0, j = n - 1;
    //@ invariant 0 <= i && i + j == n - 1 && i <= j + 2;
    //@ invariant \forall int k; 0 <= k < i ==> a[k] == \old(a[n - 1 - k]);
    //@ invariant \forall int k; j < k < n ==> a[k] == \old(a[n - 1 - k]);
    //@ invariant \forall int k; i <= k <= j ==> a[k] == \old(a[k]);
    //@ measure j - i + 2;
    while (i < j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
        i++;
        j--;
    }
}
