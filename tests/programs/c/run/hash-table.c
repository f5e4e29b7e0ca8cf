/* A hash table of words with chains that grows; counts the words of its input. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *word;
    int count;
    struct entry *next;
};

struct table {
    struct entry **slots;
    size_t size, used;
};

static size_t hash(const char *word, size_t size)
{
    unsigned long h = 5381;
    for (; *word; word++)
        h = h * 33 ^ (unsigned char)*word;
    return h % size;
}

static void grow(struct table *table)
{
    size_t size = table->size * 2 + 1;
    struct entry **slots = calloc(size, sizeof *slots);
    for (size_t i = 0; i < table->size; i++)
        while (table->slots[i]) {
            struct entry *entry = table->slots[i];
            table->slots[i] = entry->next;
            size_t at = hash(entry->word, size);
            entry->next = slots[at];
            slots[at] = entry;
        }
    free(table->slots);
    table->slots = slots;
    table->size = size;
}

static struct entry *find(struct table *table, const char *word)
{
    if (table->used >= table->size)
        grow(table);
    size_t at = hash(word, table->size);
    for (struct entry *entry = table->slots[at]; entry; entry = entry->next)
        if (strcmp(entry->word, word) == 0)
            return entry;
    struct entry *entry = malloc(sizeof *entry);
    *entry = (struct entry){strdup(word), 0, table->slots[at]};
    table->slots[at] = entry;
    table->used++;
    return entry;
}

int main(void)
{
    struct table table = {NULL, 0, 0};
    char word[32];
    int length = 0, c;
    do {
        c = getchar();
        if (c != EOF && isalpha(c) && length < 31) {
            word[length++] = (char)tolower(c);
        } else if (length > 0) {
            word[length] = 0;
            find(&table, word)->count++;
            length = 0;
        }
    } while (c != EOF);
    printf("%zu words in %zu slots\n", table.used, table.size);
    static const char *const asked[] = {"the", "path", "condition", "missing"};
    for (int i = 0; i < 3; i++)
        printf("%s %d\n", asked[i], find(&table, asked[i])->count);
    for (size_t i = 0; i < table.size; i++)
        while (table.slots[i]) {
            struct entry *entry = table.slots[i];
            table.slots[i] = entry->next;
            free(entry->word);
            free(entry);
        }
    free(table.slots);
    return 0;
}
