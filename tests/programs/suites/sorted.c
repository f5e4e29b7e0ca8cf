/* infeasible: 0; call: sort(a[4], n) */
int sort(int *a, int n)
{
    int moved = 0;
    if (n < 0 || n > 4)
        return -1;
    for (int i = 1; i < n; i++) {
        int value = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > value) {
            a[j] = a[j - 1];
            j--;
            moved++;
        }
        a[j] = value;
    }
    return moved;
}
