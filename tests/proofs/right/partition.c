/* Elements less than the pivot come first. */
//@ requires n >= 0;
//@ ensures 0 <= \result <= n;
//@ ensures \forall int k; 0 <= k < \result ==> a[k] < pivot;
//@ ensures \forall int k; \result <= k < n ==> a[k] >= pivot;
int partition(int *a, int n, int pivot)
{
    int less = 0;
    //@ invariant 0 <= less && less <= i && i <= n;
    //@ invariant \forall int k; 0 <= k < less ==> a[k] < pivot;
    //@ invariant \forall int k; less <= k < i ==> a[k] >= pivot;
    //@ measure n - i;
    for (int i = 0; i < n; i++) {
        if (a[i] < pivot) {
            int t = a[i];
            a[i] = a[less];
            a[less] = t;
            less++;
        }
    }
    return less;
}
