/* What a stream is. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>

#define EOF (-1)
/* Nothing has been put back. */
#define NOTHING (-2)

/* A file lives in memory as long as the program; what the system's file of its name holds is read when it is first
   looked for. */
struct file {
    char *name;
    char *bytes;
    size_t length;
    /* How many bytes there is room for. */
    size_t capacity;
    /* The file of this name is gone. */
    int removed;
    struct file *next;
};

/* A stream has a number (0, 1, 2), or a file with a position. The last byte that was read is kept, so that the end
   of the input is tested only where somebody asks for it. */
typedef struct _IO_FILE {
    int number;
    int pushed;
    int last;
    /* A number was read last; nobody has looked yet at what follows it. */
    int scanned;
    /* The last format was not read to its end: nothing was, because of what stands there (2), or only its beginning (1). */
    int stuck;
    int failed;
    int readable;
    int writable;
    int appends;
    size_t position;
    struct file *file;
    struct _IO_FILE *next;
} FILE;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

int fgetc(FILE *stream);
int ungetc(int c, FILE *stream);

#endif
