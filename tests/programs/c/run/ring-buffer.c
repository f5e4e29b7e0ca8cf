/* explore: occupancy */
/* A ring buffer of fixed size with overwriting, and a queue on two ends. */
#include <stdio.h>

enum { SIZE = 5 };

struct ring {
    int items[SIZE];
    unsigned head, count;
};

static int put(struct ring *ring, int item)
{
    int lost = ring->count == SIZE;
    ring->items[(ring->head + ring->count) % SIZE] = item;
    if (lost)
        ring->head = (ring->head + 1) % SIZE;
    else
        ring->count++;
    return lost;
}

static int take(struct ring *ring, int *item)
{
    if (ring->count == 0)
        return 0;
    *item = ring->items[ring->head];
    ring->head = (ring->head + 1) % SIZE;
    ring->count--;
    return 1;
}

static int take_last(struct ring *ring, int *item)
{
    if (ring->count == 0)
        return 0;
    *item = ring->items[(ring->head + --ring->count) % SIZE];
    return 1;
}

int occupancy(int puts, int takes)
{
    struct ring ring = {.head = 3};
    int item = -1;
    if (puts < 0 || puts > 7 || takes < 0 || takes > 7)
        return -1;
    for (int i = 0; i < puts; i++)
        put(&ring, i);
    for (int i = 0; i < takes; i++)
        take(&ring, &item);
    return (int)ring.count * 10 + item;
}

int main(void)
{
    struct ring ring = {0};
    int item, lost = 0;
    for (int i = 1; i <= 8; i++)
        lost += put(&ring, i * i);
    printf("%d lost, %u kept:", lost, ring.count);
    take_last(&ring, &item);
    printf(" %d |", item);
    while (take(&ring, &item))
        printf(" %d", item);
    printf("\n%d %d\n", take(&ring, &item), take_last(&ring, &item));
    printf("%d %d %d\n", occupancy(3, 1), occupancy(7, 2), occupancy(0, 3));
    return 0;
}
