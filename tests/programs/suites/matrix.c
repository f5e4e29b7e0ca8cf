/* infeasible: 0 */
int grid[3][3];

/* Whether a row, a column or a diagonal belongs to one player. */
int winner(int player)
{
    if (player != 1 && player != 2)
        return -1;
    for (int i = 0; i < 3; i++) {
        if (grid[i][0] == player && grid[i][1] == player && grid[i][2] == player)
            return 1;
        if (grid[0][i] == player && grid[1][i] == player && grid[2][i] == player)
            return 2;
    }
    if (grid[1][1] == player
        && ((grid[0][0] == player && grid[2][2] == player) || (grid[0][2] == player && grid[2][0] == player)))
        return 3;
    return 0;
}
