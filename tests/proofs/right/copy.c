//@ requires n >= 0;
//@ ensures \forall int k; 0 <= k < n ==> to[k] == from[k];
void copy(int *to, const int *from, int n)
{
    //@ invariant 0 <= i && i <= n;
    //@ invariant \forall int k; 0 <= k < i ==> to[k] == from[k];
    //@ measure n - i;
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
