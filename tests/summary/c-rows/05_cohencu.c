int cohencu(int a)
{
    int n = 0, x = 0, y = 1, z = 6;
    while (n <= a) {
        n++;
        x += y;
        y += z;
        z += 6;
    }
    return x;
}
