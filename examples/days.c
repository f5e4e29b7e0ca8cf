#include <stdio.h>
#include <stdlib.h>

static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/* The day of the year, from 1; 0 for a date that does not exist. */
int day_of_year(int day, int month, int year)
{
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    int before = 0;
    int length;

    if (month < 1 || month > 13)
        return 0;
    length = lengths[month - 1] + (month == 2 && leap);
    if (day < 1 || day > length)
        return 0;
    for (int m = 1; m < month; m++)
        before += lengths[m - 1] + (m == 2 && leap);
    return before + day;
}

int main(int argc, char **argv)
{
    if (argc == 4)
        printf("%d\n", day_of_year(atoi(argv[1]), atoi(argv[2]), atoi(argv[3])));
    else
        printf("%d %d\n", day_of_year(1, 3, 2000), day_of_year(29, 2, 1900));
    return 0;
}
