/* explore: days_in_month */
/* Calendar arithmetic: leap years, weekdays, day numbers and back. */
#include <stdio.h>

static int is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in_month(int year, int month)
{
    static const signed char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month < 1 || month > 12)
        return 0;
    return days[month - 1] + (month == 2 && is_leap(year));
}

static long day_number(int year, int month, int day)
{
    int a = (14 - month) / 12;
    long y = year + 4800L - a;
    int m = month + 12 * a - 3;
    return day + (153 * m + 2) / 5 + 365 * y + y / 4 - y / 100 + y / 400 - 32045;
}

static void from_day_number(long number, int *year, int *month, int *day)
{
    *year = (int)((number - 1721426) / 366) + 1;
    while (day_number(*year + 1, 1, 1) <= number)
        ++*year;
    for (*month = 1; *month < 12 && day_number(*year, *month + 1, 1) <= number; ++*month)
        ;
    *day = (int)(number - day_number(*year, *month, 1)) + 1;
}

int main(void)
{
    static const char *const names[] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
    static const int dates[][3] = {{1970, 1, 1}, {2000, 2, 29}, {1900, 3, 1}, {2024, 12, 31}, {1582, 10, 15}};
    for (int i = 0; i < 5; i++) {
        long number = day_number(dates[i][0], dates[i][1], dates[i][2]);
        int year, month, day;
        from_day_number(number + 100, &year, &month, &day);
        printf("%d-%02d-%02d %ld %s +100 %d-%02d-%02d\n", dates[i][0], dates[i][1], dates[i][2], number,
               names[number % 7], year, month, day);
    }
    int total = 0;
    for (int month = 0; month <= 13; month++)
        total += days_in_month(2024, month);
    printf("%d %d %d\n", total, days_in_month(1900, 2), days_in_month(2000, 2));
    return 0;
}
