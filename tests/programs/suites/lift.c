/* infeasible: 0 */
/* A lift: state is kept between calls. */
static int floor_now;
static int door_open;
int moves;

int step(int wanted, int obstacle)
{
    if (wanted < 0 || wanted > 4)
        return -1;
    if (door_open) {
        if (obstacle)
            return 2;
        door_open = 0;
        return 1;
    }
    if (wanted > floor_now)
        floor_now++;
    else if (wanted < floor_now)
        floor_now--;
    else {
        door_open = 1;
        return 3;
    }
    if (moves < 1000)
        moves++;
    return 0;
}
