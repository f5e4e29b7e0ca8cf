/* Clocks: real ones in an ordinary execution, inputs under analysis. */
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

/* Hours since a moment, none if it lies ahead. */
long hours_since(time_t then) {
    time_t now = time(0);
    return now > then ? (now - then) / 3600 : 0;
}

int main(void) {
    struct timeval wall;
    struct timespec steady;
    clock_t before = clock();
    gettimeofday(&wall, 0);
    clock_gettime(CLOCK_MONOTONIC, &steady);
    printf("%d %d %d\n", wall.tv_usec < 1000000, steady.tv_nsec < 1000000000, clock() >= before);
    printf("%ld\n", hours_since(wall.tv_sec + 10));
    return 0;
}
