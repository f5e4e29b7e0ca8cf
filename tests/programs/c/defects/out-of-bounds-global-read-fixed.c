/* fixed: out-of-bounds; entry: check_me */
/* Days of a month by its number. */
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int check_me(int month)
{
    if (month < 1 || month > 12)
        return -1;
    return days[month - 1];
}
