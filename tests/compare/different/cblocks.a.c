int P(int x)
{
    { char name[8] = "abc"; x += name[7]; }
    return 1;
}
