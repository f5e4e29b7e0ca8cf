#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct sextant_test {
    const char *name;
    void (*run)(void);
    int status;  /* with which the process of the test ends; negative if that may be any */
    int failing; /* the test shows an error of the program */
};

static int sextant_failures;

#define SEXTANT_CHECK(condition)                                                        \
    do {                                                                                \
        if (!(condition)) {                                                             \
            sextant_failures++;                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);     \
        }                                                                               \
    } while (0)

static const char *sextant_wanted;
static size_t sextant_wanted_bytes;
static int sextant_written;

/* What a program has written is compared when it ends. */
static void sextant_compare(void)
{
    char *found = malloc(sextant_wanted_bytes + 2);
    size_t bytes;
    fflush(0);
    lseek(sextant_written, 0, SEEK_SET);
    bytes = (size_t)read(sextant_written, found, sextant_wanted_bytes + 1);
    if (bytes != sextant_wanted_bytes || memcmp(found, sextant_wanted, bytes) != 0) {
        fprintf(stderr, "it writes something else\n");
        _Exit(250);
    }
}

/* Gives the program its input and catches its output. */
static void __attribute__((unused)) sextant_streams(const char *input, size_t bytes, const char *wanted, size_t wanted_bytes)
{
    FILE *in = tmpfile(), *out = tmpfile();
    fwrite(input, 1, bytes, in);
    fflush(in);
    lseek(fileno(in), 0, SEEK_SET);
    dup2(fileno(in), 0);
    dup2(fileno(out), 1);
    /* The program may close its output. */
    sextant_written = dup(1);
    sextant_wanted = wanted;
    sextant_wanted_bytes = wanted_bytes;
    atexit(sextant_compare);
}

