/* infeasible: 0; call: find(table[6], n, key) */
int find(const int *table, int n, int key)
{
    int low = 0, high = n - 1;
    if (n < 0 || n > 6)
        return -2;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (table[middle] == key)
            return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
