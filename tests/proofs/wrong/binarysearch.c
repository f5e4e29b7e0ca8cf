//@ requires n >= 0;
//@ requires \forall int j, k; 0 <= j && j < n && j <= k && k < n ==> a[j] <= a[k];
//@ ensures \result >= 0 ==> \result < n && a[\result] == x;
//@ ensures \result < 0 ==> (\forall int k; 0 <= k < n ==> a[k] != x);
int binarysearch(const int *a, int n, int x)
{
    int low = 0, high = n - 1;
    //@ invariant 0 <= low && high < n && low <= high + 1;
    //@ invariant \forall int k; 0 <= k < low ==> a[k] < x;
    //@ invariant \forall int k; high < k < n ==> a[k] > x;
    //@ measure high - low + 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == x)
            return middle;
        if (a[middle] < x)
            low = middle + 2;
        else
            high = middle - 1;
    }
    return -1;
}
