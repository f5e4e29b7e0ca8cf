int P(int step)
{
    static int ticks = 3;
    ticks += step;
    return ticks;
}
