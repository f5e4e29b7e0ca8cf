/* fixed: out-of-bounds; entry: check_me */
/* A pointer is moved twice. */
int check_me(int first, int second)
{
    int tape[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int *at = tape;
    if (first < 0 || first > 4 || second < 0 || second > 3)
        return -1;
    at += first;
    at += second;
    return *at;
}
