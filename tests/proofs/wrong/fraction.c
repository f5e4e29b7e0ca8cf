/* 1.5 is not 1: assertions do not round. */
//@ requires n == 3;
//@ ensures \result == 1;
float fraction(int n)
{
    return n * 0.5f;
}
