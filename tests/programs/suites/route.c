/* infeasible: 0 */
struct stop { int minute; int platform; };

/* Minutes between two stops; without a second one, until midnight. */
int waiting(const struct stop *from, const struct stop *to)
{
    int minutes;
    if (!from || from->minute < 0 || from->minute >= 1440)
        return -1;
    minutes = 1440 - from->minute;
    if (to != 0) {
        if (to->minute < 0 || to->minute >= 1440)
            return -2;
        minutes = to->minute - from->minute;
        if (minutes < 0)
            minutes += 1440;
        if (to->platform != from->platform && minutes < 5)
            return -3;
    }
    return minutes;
}
