/* infeasible: 0 */
/* Readings, each a weight and a value, up to a zero weight: their mean, or why there is none. */
#include <stdio.h>

int main(void)
{
    double total = 0;
    long weights = 0;
    int weight;
    double value;
    while (scanf("%d", &weight) == 1) {
        if (weight == 0)
            break;
        if (weight < 0 || weight > 365) {
            puts("weight?");
            return 2;
        }
        if (scanf("%lf", &value) != 1) {
            puts("value?");
            return 3;
        }
        total += weight * value;
        weights += weight;
    }
    if (weights == 0) {
        puts("nothing");
        return 1;
    }
    if (total / weights > 37.5)
        puts("fever");
    else
        puts("well");
    return 0;
}
