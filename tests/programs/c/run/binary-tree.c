/* explore: rank */
/* A binary search tree with insertion, removal, traversals, and height. */
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *tree, int key)
{
    if (tree == NULL) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else if (key > tree->key) {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static struct tree *without(struct tree *tree, int key)
{
    if (tree == NULL)
        return NULL;
    if (key != tree->key) {
        struct tree **side = key < tree->key ? &tree->left : &tree->right;
        *side = without(*side, key);
        return tree;
    }
    if (tree->left && tree->right) {
        struct tree *next = tree->right;
        while (next->left)
            next = next->left;
        tree->key = next->key;
        tree->right = without(tree->right, next->key);
        return tree;
    }
    struct tree *child = tree->left ? tree->left : tree->right;
    free(tree);
    return child;
}

static int height(const struct tree *tree)
{
    if (!tree)
        return 0;
    int left = height(tree->left), right = height(tree->right);
    return 1 + (left > right ? left : right);
}

static int smaller(const struct tree *tree, int key)
{
    return tree ? smaller(tree->left, key) + (tree->key < key) + smaller(tree->right, key) : 0;
}

static void print(const struct tree *tree)
{
    if (tree) {
        print(tree->left);
        printf("%d ", tree->key);
        print(tree->right);
    }
}

static void clear(struct tree *tree)
{
    if (tree) {
        clear(tree->left);
        clear(tree->right);
        free(tree);
    }
}

int rank(int key)
{
    struct tree *tree = NULL;
    for (int i = 0; i < 5; i++)
        tree = insert(tree, (i * 7 + 3) % 10);
    int result = smaller(tree, key);
    clear(tree);
    return result;
}

int main(void)
{
    static const int keys[] = {50, 20, 70, 10, 30, 60, 80, 25, 35, 65};
    struct tree *tree = NULL;
    for (int i = 0; i < 10; i++)
        tree = insert(tree, keys[i]);
    print(tree);
    printf("height %d\n", height(tree));
    tree = without(without(without(tree, 20), 50), 99);
    print(tree);
    printf("height %d, %d below 61\n", height(tree), smaller(tree, 61));
    clear(tree);
    printf("%d %d\n", rank(5), rank(-1));
    return 0;
}
