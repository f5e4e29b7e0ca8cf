/* infeasible: 0 */
typedef struct { int hour, minute; } moment;

static int valid(moment at)
{
    return at.hour >= 0 && at.hour < 24 && at.minute >= 0 && at.minute < 60;
}

int minutes_between(moment from, moment to)
{
    if (!valid(from) || !valid(to))
        return -1;
    int minutes = (to.hour - from.hour) * 60 + to.minute - from.minute;
    return minutes < 0 ? minutes + 24 * 60 : minutes;
}
