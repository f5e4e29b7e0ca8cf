/* explore: sorted3 */
/* Five ways to sort the same numbers. */
#include <stdio.h>
#include <string.h>

enum { COUNT = 12 };

static void swap(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}

static void bubble(int *a, int n)
{
    for (int changed = 1; changed; n--) {
        changed = 0;
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) {
                swap(&a[i - 1], &a[i]);
                changed = 1;
            }
    }
}

static void insertion(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int value = a[i], j = i;
        for (; j > 0 && a[j - 1] > value; j--)
            a[j] = a[j - 1];
        a[j] = value;
    }
}

static void selection(int *a, int n)
{
    for (; n > 1; n--, a++) {
        int least = 0;
        for (int i = 1; i < n; i++)
            least = a[i] < a[least] ? i : least;
        swap(a, a + least);
    }
}

static void quick(int *a, int n)
{
    if (n < 2)
        return;
    int pivot = a[n / 2], low = 0, high = n - 1;
    while (low <= high) {
        while (a[low] < pivot)
            low++;
        while (a[high] > pivot)
            high--;
        if (low <= high)
            swap(&a[low++], &a[high--]);
    }
    quick(a, high + 1);
    quick(a + low, n - low);
}

static void heap(int *a, int n)
{
    for (int start = n / 2 - 1, end = n; end > 1; start >= 0 ? start-- : swap(&a[0], &a[--end])) {
        int root = start >= 0 ? start : 0;
        for (int child; (child = 2 * root + 1) < end; root = child) {
            if (child + 1 < end && a[child] < a[child + 1])
                child++;
            if (a[root] >= a[child])
                break;
            swap(&a[root], &a[child]);
        }
    }
}

int sorted3(int a, int b, int c)
{
    int values[] = {a, b, c};
    insertion(values, 3);
    return values[0] <= values[1] && values[1] <= values[2] ? (values[1] == b) : -1;
}

int main(void)
{
    static void (*const sorts[])(int *, int) = {bubble, insertion, selection, quick, heap};
    static const int data[COUNT] = {31, -4, 15, 9, 26, 53, -58, 9, 79, 3, 23, 0};
    for (int s = 0; s < 5; s++) {
        int copy[COUNT];
        memcpy(copy, data, sizeof data);
        sorts[s](copy, COUNT);
        for (int i = 0; i < COUNT; i++)
            printf("%d%c", copy[i], i < COUNT - 1 ? ' ' : '\n');
    }
    printf("%d %d\n", sorted3(1, 2, 3), sorted3(5, 9, 7));
    return 0;
}
