unsigned long fib(int n)
{
    unsigned long a = 0, b = 1;
    for (int i = 0; i < n; i++) {
        unsigned long next = a + b;
        a = b;
        b = next;
    }
    return a;
}
