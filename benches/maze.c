/* A walk through a maze by unknown steps, nowhere twice; the goal can be reached. */
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

static char walls[7][12] = {
    "+-+---+---+", "| |     |#|", "| | --+ | |", "| |   | | |", "| +-- | | |", "|     |   |", "+-----+---+",
};

int main(void)
{
    int column = 1, row = 1;
    for (int step = 0; step < 28; step++) {
        int old_column = column, old_row = row;
        switch (__VERIFIER_nondet_char()) {
        case 'w': row--; break;
        case 's': row++; break;
        case 'a': column--; break;
        case 'd': column++; break;
        default: return 1;
        }
        if (walls[row][column] == '#')
            reach_error();
        if (walls[row][column] != ' ')
            return 2;
        walls[row][column] = 'X';
        if (old_column == column && old_row == row)
            return 3;
    }
    return 0;
}
