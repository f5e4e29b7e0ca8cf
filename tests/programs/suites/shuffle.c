/* infeasible: 0 */
/* What a mixed number falls into: nothing that a solver would like to turn round. */
int shelf(unsigned number, unsigned char key)
{
    unsigned mixed = (number ^ key) * 2654435761u;
    mixed ^= mixed >> 15;
    switch (mixed % 5) {
    case 0: return 1;
    case 1: return 2;
    case 4: if (mixed & 8) return 3;
    }
    return 0;
}
