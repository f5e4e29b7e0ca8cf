static int brought(int deliveries)
{
    int sum = 0;
    int next = 0;
    while (next < deliveries) {
        sum = sum + next;
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
