/* A loop over rounded numbers: no recurrence of algebra describes the rounding. */
float decay(float x, int n)
{
    for (int i = 0; i < n; i++) x = x * 0.5f;
    return x;
}
