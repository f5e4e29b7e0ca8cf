int P(unsigned char x)
{
    return x > 300;
}
