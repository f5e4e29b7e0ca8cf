/* What deliveries bring, each one more than the one before, and a bonus for those beyond the fifth. */
static int brought(int deliveries)
{
    int sum = 0;
    int next = 0;
    while (next < deliveries) {
        sum = sum + next;
        next = next + 1;
    }
    return sum;
}

int P(int orders)
{
    int total = 0;
    if (orders > 5)
        total = brought(orders - 5) + 2 * orders;
    return total;
}
