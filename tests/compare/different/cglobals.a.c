int low, high;

void P(int level)
{
    low = level - 1;
    high = level + 1;
}
