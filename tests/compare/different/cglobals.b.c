int high, low;

void P(int level)
{
    high = level - 1;
    low = level + 1;
}
