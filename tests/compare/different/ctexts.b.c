const char *P(int x)
{
    return x > 0 ? "too" : "one";
}
