/* infeasible: 0 */
struct valve {
    unsigned open : 1;
    unsigned steps : 4;
    int drift : 3;
    int pressure;
};
struct alarm { unsigned level : 5; };

/* One step of a valve; a wide drift needs more pressure. */
int turn(struct valve *valve, struct alarm alarm)
{
    if (!valve || alarm.level > 20)
        return -1;
    if (valve->open && valve->drift < -2 && valve->pressure > valve->steps)
        return 2;
    if (valve->steps == 9)
        valve->open = 1;
    return valve->open;
}
