//@ requires n >= 1;
//@ ensures \forall int k; 0 <= k < n - 1 ==> a[k] <= a[k + 1];
void insertion(int *a, int n)
{
    //@ invariant 1 <= i <= n && (\forall int k; 0 <= k < i - 1 ==> a[k] <= a[k + 1]);
    //@ measure n - i;
    for (int i = 1; i < n; i++) {
        int j = i;
        //@ invariant 0 <= j <= i && i < n;
        //@ invariant \forall int k; 0 <= k < j - 1 ==> a[k] <= a[k + 1];
        //@ invariant \forall int k; j <= k < i ==> a[k] <= a[k + 1];
        //@ invariant j < i && j > 0 ==> a[j - 1] <= a[j + 1];
        //@ measure j;
        while (j > 0 && a[j - 1] > a[j]) {
            int t = a[j - 1];
            a[j - 1] = a[j];
            a[j] = t;
            j--;
        }
    }
}
