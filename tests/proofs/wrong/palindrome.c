/*@ requires n >= 0;
    ensures \result == 1 ==> \forall int k; 0 <= k < n ==> s[k] == s[n - 1 - k];
    ensures \result == 0 ==> \exists int k; 0 <= k < n && s[k] != s[n - 1 - k]; */
int palindrome(const char *s, int n)
{
    int i = 1;
    int j = n - 1;
    /*@ invariant 0 <= i && j == n - 1 - i && i <= n;
        invariant \forall int k; 0 <= k < i ==> s[k] == s[n - 1 - k];
        invariant \forall int k; j < k < n ==> s[k] == s[n - 1 - k];
        measure j - i + 1; */
    while (i < j) {
        if (s[i] != s[j])
            return 0;
        i++;
        j--;
    }
    return 1;
}
