/* Parts of a global record are called the same in every command. */
struct state { int level; int limit; int past[3]; } tank;

int next(int flow)
{
    if (flow == tank.level) return tank.past[1];
    return tank.limit;
}
