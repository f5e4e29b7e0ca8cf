/* The same globals, declared in another order. */
int count, total;

void P(int amount)
{
    count++;
    total = amount + total;
}
