/* explore: aligned */
/* An arena and a free list inside one block of bytes. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 6 };

union block {
    union block *next;
    char bytes[24];
};

struct pool {
    union block blocks[BLOCKS];
    union block *free;
    int used;
};

struct arena {
    unsigned char *bytes;
    size_t size, used;
};

static void pool_init(struct pool *pool)
{
    pool->free = NULL;
    pool->used = 0;
    for (int i = BLOCKS - 1; i >= 0; i--) {
        pool->blocks[i].next = pool->free;
        pool->free = &pool->blocks[i];
    }
}

static void *pool_take(struct pool *pool)
{
    union block *block = pool->free;
    if (block != NULL) {
        pool->free = block->next;
        pool->used++;
    }
    return block;
}

static void pool_give(struct pool *pool, void *storage)
{
    union block *block = storage;
    block->next = pool->free;
    pool->free = block;
    pool->used--;
}

int aligned(int size)
{
    if (size < 0 || size > 1000)
        return -1;
    return (size + 7) / 8 * 8;
}

static void *arena_take(struct arena *arena, int size)
{
    size_t wanted = (size_t)aligned(size);
    if (wanted > arena->size - arena->used)
        return NULL;
    void *result = arena->bytes + arena->used;
    arena->used += wanted;
    return result;
}

int main(void)
{
    struct pool pool;
    char *texts[BLOCKS + 1];
    pool_init(&pool);
    for (int i = 0; i <= BLOCKS; i++) {
        texts[i] = pool_take(&pool);
        if (texts[i])
            sprintf(texts[i], "block %d", i);
    }
    printf("%d used, last %s\n", pool.used, texts[BLOCKS] ? "there" : "missing");
    pool_give(&pool, texts[2]);
    pool_give(&pool, texts[4]);
    printf("%d ", pool_take(&pool) == (void *)texts[4]);
    printf("%d\n", pool.used);
    printf("%s %s\n", texts[0], texts[5]);
    struct arena arena = {malloc(100), 100, 0};
    double *numbers = arena_take(&arena, 3 * sizeof *numbers);
    char *name = arena_take(&arena, 13);
    numbers[2] = 1.5;
    strcpy(name, "twelve chars");
    printf("%zu %.1f %s %d\n", arena.used, numbers[2], name, arena_take(&arena, 64) == NULL);
    free(arena.bytes);
    return 0;
}
