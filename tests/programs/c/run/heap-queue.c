/* explore: smallest */
/* A priority queue in an array, and the shortest ways in a graph with it. */
#include <limits.h>
#include <stdio.h>

enum { NODES = 6, ROOM = 40 };

struct item {
    int cost, node;
};

static struct item heap[ROOM];
static int count;

static void push(int cost, int node)
{
    int at = count++;
    for (; at > 0 && heap[(at - 1) / 2].cost > cost; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = (struct item){cost, node};
}

static struct item pop(void)
{
    struct item top = heap[0], last = heap[--count];
    int at = 0, child;
    while ((child = 2 * at + 1) < count) {
        if (child + 1 < count && heap[child + 1].cost < heap[child].cost)
            child++;
        if (heap[child].cost >= last.cost)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

int smallest(int a, int b, int c)
{
    count = 0;
    push(a, 1);
    push(b, 2);
    push(c, 3);
    return pop().node;
}

static const int edges[NODES][NODES] = {
    {0, 7, 9, 0, 0, 14}, {7, 0, 10, 15, 0, 0}, {9, 10, 0, 11, 0, 2},
    {0, 15, 11, 0, 6, 0}, {0, 0, 0, 6, 0, 9}, {14, 0, 2, 0, 9, 0},
};

static void shortest(int from, int distance[NODES], int before[NODES])
{
    for (int i = 0; i < NODES; i++)
        distance[i] = INT_MAX;
    distance[from] = count = 0;
    before[from] = -1;
    push(0, from);
    while (count > 0) {
        struct item item = pop();
        if (item.cost > distance[item.node])
            continue;
        for (int i = 0; i < NODES; i++) {
            int cost = item.cost + edges[item.node][i];
            if (edges[item.node][i] && cost < distance[i]) {
                distance[i] = cost;
                before[i] = item.node;
                push(cost, i);
            }
        }
    }
}

int main(void)
{
    int distance[NODES], before[NODES];
    shortest(0, distance, before);
    for (int i = 0; i < NODES; i++) {
        printf("%d:", distance[i]);
        for (int node = i; node >= 0; node = before[node])
            printf(" %d", node);
        printf("\n");
    }
    printf("%d %d %d\n", smallest(3, 1, 2), smallest(1, 1, 1), smallest(-5, 0, -9));
    return 0;
}
