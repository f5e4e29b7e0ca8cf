/* A result that is no integer, and integers beside floating-point numbers. */
//@ requires n == 3;
//@ ensures \result == 1.5f && \result > 1 && \result != 1 && 2 * \result == n;
float fraction(int n)
{
    return n * 0.5f;
}
