/* stdio.h: files. They live in memory: what a program writes into a file it can read again, and the system's files are
   written when the program has ended. */
#include "sextant.h"
#include "stream.h"

void *malloc(size_t bytes);
void free(void *storage);
char *strdup(const char *text);
int strcmp(const char *left, const char *right);
int sprintf(char *restrict to, const char *restrict format, ...);

/* All files that were written, and all streams that were opened. */
static struct file *files;
static FILE *opened;

static struct file *make_file(const char *name, char *bytes)
{
    struct file *file = malloc(sizeof *file);
    size_t length = bytes != NULL ? __sextant_size(bytes) : 0;
    *file = (struct file){strdup(name), bytes, length, length, 0, files};
    files = file;
    return file;
}

/* A file that was removed lives on without a name as long as streams lead to it. */
static struct file *find_file(const char *name)
{
    struct file *file = files;
    while (file != NULL && (*name == 0 || strcmp(file->name, name) != 0))
        file = file->next;
    if (file == NULL && *name != 0) {
        char *bytes = __sextant_file(name);
        if (bytes != NULL)
            return make_file(name, bytes);
    }
    if (file == NULL || file->removed) {
        errno = ENOENT;
        return NULL;
    }
    return file;
}

static FILE *open_file(struct file *file, const char *mode)
{
    int both = mode[1] == '+' || (mode[1] == 'b' && mode[2] == '+');
    if (mode[0] == 'w')
        file->length = 0;
    FILE *stream = malloc(sizeof *stream);
    *stream = (FILE){
        .number = -1, .pushed = NOTHING, .readable = both || mode[0] == 'r', .writable = both || mode[0] != 'r',
        .appends = mode[0] == 'a', .file = file, .next = opened,
    };
    opened = stream;
    return stream;
}

FILE *fopen(const char *restrict name, const char *restrict mode)
{
    struct file *file = find_file(name);
    if (file == NULL && (mode[0] == 'r' || *name == 0))
        return NULL;
    if (file == NULL)
        file = make_file(name, NULL);
    FILE *stream = open_file(file, mode);
    if (stream->writable)
        __sextant_keep_file(name, &file->bytes, &file->length);
    return stream;
}

FILE *fopen64(const char *restrict name, const char *restrict mode)
{
    return fopen(name, mode);
}

char *tmpnam(char *name)
{
    static char own[16];
    static int count;
    char *result = name != NULL ? name : own;
    sprintf(result, "temporary%d", count++);
    return result;
}

FILE *tmpfile(void)
{
    return open_file(make_file("", NULL), "w+");
}

int fclose(FILE *stream)
{
    FILE **link = &opened;
    stream->readable = 0;
    stream->writable = 0;
    while (*link != NULL && *link != stream)
        link = &(*link)->next;
    if (*link == stream)
        *link = stream->next;
    if (stream->number < 0)
        free(stream);
    return 0;
}

/* The stream takes over what a new one would be, but not its place among the streams. */
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream)
{
    FILE *other = fopen(name, mode);
    if (other == NULL)
        return NULL;
    int number = stream->number;
    FILE *next = stream->next;
    opened = other->next;
    *stream = *other;
    stream->number = number;
    stream->next = next;
    free(other);
    return stream;
}

/* The whence of a position is 0, 1 or 2: from the start, from here, from the end. */
int fseek(FILE *stream, long offset, int whence)
{
    if (stream->file == NULL) {
        errno = EBADF;
        return -1;
    }
    long base = whence == 0 ? 0 : whence == 1 ? (long)stream->position : (long)stream->file->length;
    base -= whence == 1 && stream->pushed != NOTHING;
    if (base + offset < 0) {
        errno = EINVAL;
        return -1;
    }
    stream->position = (size_t)(base + offset);
    stream->pushed = NOTHING;
    stream->last = 0;
    return 0;
}

int fseeko(FILE *stream, long offset, int whence)
{
    return fseek(stream, offset, whence);
}

long ftell(FILE *stream)
{
    if (stream->file == NULL)
        return -1;
    return (long)stream->position - (stream->pushed != NOTHING);
}

long ftello(FILE *stream)
{
    return ftell(stream);
}

void rewind(FILE *stream)
{
    fseek(stream, 0, 0);
    stream->failed = 0;
}

int remove(const char *name)
{
    struct file *file = find_file(name);
    if (file == NULL)
        return -1;
    *file->name = 0;
    make_file(name, NULL)->removed = 1;
    __sextant_keep_file(name, NULL, NULL);
    return 0;
}

int unlink(const char *name)
{
    return remove(name);
}

int rename(const char *from, const char *to)
{
    struct file *file = find_file(from);
    if (file == NULL)
        return -1;
    remove(to);
    remove(from);
    free(file->name);
    file->name = strdup(to);
    /* Before the one that was removed, where it is looked for first. */
    struct file **link = &files;
    while (*link != file)
        link = &(*link)->next;
    *link = file->next;
    file->next = files;
    files = file;
    __sextant_keep_file(to, &file->bytes, &file->length);
    return 0;
}
