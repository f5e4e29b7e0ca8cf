int sqrt1(int n)
{
    int a = 0, s = 1, t = 1;
    while (s <= n) {
        a++;
        t += 2;
        s += t;
    }
    return a;
}
