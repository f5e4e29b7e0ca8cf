int total, count;

void P(int amount)
{
    total += amount;
    count = count + 1;
}
