/* A local array with its bounds, and a loop over it. */
#include <assert.h>

int count(int limit)
{
    int squares[20];
    int n = 0;
    //@ invariant 0 <= i <= 20 && (\forall int k; 0 <= k < i ==> squares[k] == k * k);
    //@ measure 20 - i;
    for (int i = 0; i < 20; i++)
        squares[i] = i * i;
    //@ invariant 0 <= n <= 20 && (\forall int k; 0 <= k < n ==> squares[k] < limit);
    //@ measure 20 - n;
    while (n < 20 && squares[n] < limit)
        n++;
    assert(n == 20 || squares[n] >= limit);
    return n;
}
