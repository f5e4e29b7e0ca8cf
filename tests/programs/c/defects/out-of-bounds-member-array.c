/* kind: out-of-bounds; entry: check_me; line: 13 */
/* Writes beyond an array inside a structure; the neighbour is hit. */
struct record {
    int items[4];
    int total;
};

int check_me(int index, int value)
{
    struct record record = {{0}, 0};
    if (index < 0 || index > 4)
        return -1;
    record.items[index] = value;
    return record.total;
}
