/* time.h and sys/time.h: calendar arithmetic and clocks, which are inputs under analysis; the local time is that of
   Greenwich. */
#include "sextant.h"

int sprintf(char *restrict to, const char *restrict format, ...);

/* The first fields are those that the standard names, in the order of the system's header. */
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

enum { SECONDS_PER_DAY = 86400, EPOCH_WEEKDAY = 4 };

static const int days_before_month[2][13] = {
    {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
    {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366},
};

struct timespec { long tv_sec, tv_nsec; };
struct timeval { long tv_sec, tv_usec; };

enum { PROCESS_CLOCK = 2, THREAD_CLOCK = 3, MICROSECONDS_PER_SECOND = 1000000 };

long clock(void);

long time(long *place)
{
    long now = __sextant_seconds();
    if (place)
        *place = now;
    return now;
}

/* Whatever the input is under analysis, a part of a second. */
static long part_of_second(void)
{
    return (long)((unsigned long)__sextant_nanoseconds() % 1000000000);
}

int gettimeofday(struct timeval *now, void *zone)
{
    (void)zone;
    now->tv_sec = __sextant_seconds();
    now->tv_usec = part_of_second() / 1000;
    return 0;
}

int clock_gettime(int which, struct timespec *now)
{
    if (which == PROCESS_CLOCK || which == THREAD_CLOCK) {
        long run = clock();
        now->tv_sec = run / MICROSECONDS_PER_SECOND;
        now->tv_nsec = run % MICROSECONDS_PER_SECOND * 1000;
    } else {
        now->tv_sec = __sextant_seconds();
        now->tv_nsec = part_of_second();
    }
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    if (base != 1)
        return 0;
    clock_gettime(0, now);
    return base;
}

double difftime(long later, long earlier)
{
    return (double)later - (double)earlier;
}

static int is_leap(long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static long quotient_down(long dividend, long divisor)
{
    return dividend / divisor - (dividend % divisor < 0);
}

/* Days from 1 January 1970 to 1 January of a year. */
static long days_before_year(long year)
{
    long past = year - 1;
    long leap_days = quotient_down(past, 4) - quotient_down(past, 100) + quotient_down(past, 400);
    return 365 * (year - 1970) + leap_days - 477;
}

struct tm *gmtime_r(const long *restrict seconds, struct tm *restrict broken)
{
    long day = quotient_down(*seconds, SECONDS_PER_DAY);
    /* 400 years have 146097 days: the quotient is at most one too large. */
    int rest = (int)(*seconds - day * SECONDS_PER_DAY);
    long year = 1969 + quotient_down(day * 400, 146097);
    while (days_before_year(year + 1) <= day)
        year++;
    int in_year = (int)(day - days_before_year(year));
    const int *before = days_before_month[is_leap(year)];
    int month = 0;
    while (before[month + 1] <= in_year)
        month++;
    long weekday = (day + EPOCH_WEEKDAY) % 7;
    *broken = (struct tm){
        rest % 60, rest / 60 % 60, rest / 3600, in_year - before[month] + 1, month, (int)(year - 1900),
        (int)(weekday < 0 ? weekday + 7 : weekday), in_year, 0, 0, "GMT",
    };
    return broken;
}

struct tm *gmtime(const long *seconds)
{
    static struct tm broken;
    return gmtime_r(seconds, &broken);
}

struct tm *localtime_r(const long *restrict seconds, struct tm *restrict broken)
{
    return gmtime_r(seconds, broken);
}

struct tm *localtime(const long *seconds)
{
    return gmtime(seconds);
}

/* Fields may be out of their ranges; afterwards they are not. */
long timegm(struct tm *broken)
{
    long years = quotient_down(broken->tm_mon, 12);
    long year = 1900L + broken->tm_year + years;
    long day = days_before_year(year) + days_before_month[is_leap(year)][broken->tm_mon - years * 12]
        + broken->tm_mday - 1;
    long seconds = ((day * 24 + broken->tm_hour) * 60 + broken->tm_min) * 60 + broken->tm_sec;
    gmtime_r(&seconds, broken);
    return seconds;
}

long mktime(struct tm *broken)
{
    return timegm(broken);
}

static const char weekdays[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char months[12][4] = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
};

char *asctime_r(const struct tm *restrict broken, char *restrict text)
{
    sprintf(text, "%s %s%3d %.2d:%.2d:%.2d %d\n", weekdays[broken->tm_wday], months[broken->tm_mon],
            broken->tm_mday, broken->tm_hour, broken->tm_min, broken->tm_sec, 1900 + broken->tm_year);
    return text;
}

char *asctime(const struct tm *broken)
{
    static char text[64];
    return asctime_r(broken, text);
}

char *ctime(const long *seconds)
{
    return asctime(gmtime(seconds));
}
