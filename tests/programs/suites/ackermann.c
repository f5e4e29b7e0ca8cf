/* infeasible: 0; call: ackermann(m, n) */
unsigned ackermann(unsigned m, unsigned n)
{
    if (m > 2 || n > 3)
        return 0;
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
