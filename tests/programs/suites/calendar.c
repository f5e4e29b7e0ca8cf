/* infeasible: 1 */
static int is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The days of a month, 0 if there is no such month. */
int days(int month, int year)
{
    if (year < 1 || year > 3000)
        return 0;
    switch (month) {
    case 2:
        return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        if (month < 1 || month > 12)
            return 0;
        if (month == 4)
            return -1;
        return 31;
    }
}
