/* infeasible: 2 */
/* A fee by weight and zone; some combinations cannot come up. */
int fee(int weight, int zone, int express)
{
    int cost;
    if (weight < 1 || weight > 2000 || zone < 1 || zone > 3)
        return -1;
    if (weight <= 20)
        cost = 70;
    else if (weight <= 50 && zone != 3)
        cost = 85;
    else if (weight <= 500)
        cost = 145 + 10 * zone;
    else
        cost = 220 * zone;
    if (express) {
        cost += cost / 2;
        if (cost == 100)
            return -2;
    }
    if (cost > 1000)
        return 1000;
    return cost;
}
