unsigned long trib(int n)
{
    unsigned long a = 0, b = 0, c = 1;
    for (int i = 0; i < n; i++) {
        unsigned long next = a + b + c;
        a = b;
        b = c;
        c = next;
    }
    return a;
}
