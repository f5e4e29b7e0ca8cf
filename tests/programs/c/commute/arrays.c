/* Arrays, pointers into them, and subscripts that are inputs. */

/* examine: chosen at=0..5 */
int chosen(int at)
{
    static const int table[] = {3, 1, 4, 1, 5, 9};
    return table[at] * 10 + *(table + 5 - at);
}

/* examine: stored at=0..4 value=-9..9 */
int stored(int at, int value)
{
    int cells[5] = {1, 2, 3, 4, 5};
    int sum = 0;
    cells[at] = value;
    for (int i = 0; i < 5; i++)
        sum = sum * 3 + cells[i];
    return sum;
}

/* examine: sorted_middle a=-20..20 b=-20..20 c=-20..20 */
int sorted_middle(int a, int b, int c)
{
    int cells[3] = {a, b, c};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (cells[j] > cells[j + 1]) {
                int kept = cells[j];
                cells[j] = cells[j + 1];
                cells[j + 1] = kept;
            }
    return cells[1];
}

/* examine: two_dimensions row=0..2 column=0..3 */
int two_dimensions(int row, int column)
{
    short grid[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            grid[i][j] = (short)(i * 7 - j);
    short (*line)[4] = &grid[row];
    return (*line)[column];
}

/* examine: distance a=0..9 b=0..9 */
long distance(int a, int b)
{
    static double cells[10];
    double *first = &cells[a], *second = &cells[b];
    return first < second ? second - first : 100 + (first - second);
}

/* examine: searched key=-1..14 */
int searched(int key)
{
    static const int table[7] = {1, 3, 4, 7, 9, 11, 12};
    int low = 0, high = 6;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (table[middle] == key)
            return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -low - 1;
}

/* examine: through_pointer a=-5..5 b=-5..5 which=0..1 */
int through_pointer(int a, int b, int which)
{
    int *chosen = which ? &a : &b;
    *chosen += 10;
    return a * 100 + b;
}

/* examine: bytes_of n=-100000..100000 */
int bytes_of(int n)
{
    unsigned char *bytes = (unsigned char *)&n;
    return bytes[0] + 2 * bytes[1] - bytes[3];
}
