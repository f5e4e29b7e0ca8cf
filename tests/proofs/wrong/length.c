/*@ requires n >= 1;
    requires \exists int k; 0 <= k < n && s[k] == 0;
    ensures 0 <= \result < n && s[\result] == 0;
    ensures \forall int k; 0 <= k < \result ==> s[k] != 0; */
int length(const char *s, int n)
{
    int l = 0;
    /*@ invariant 0 <= l < n;
        invariant \forall int k; 0 <= k < l ==> s[k] != 0;
        measure n - l; */
    while (s[l + 1] != 0)
        l++;
    return l;
}
