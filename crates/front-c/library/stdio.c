/* stdio.h but for scanf (scanf.c) and the opening of files (files.c). */
#include "sextant.h"
#include "stream.h"

void *malloc(size_t bytes);
void *realloc(void *storage, size_t bytes);
void free(void *storage);
void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
size_t strlen(const char *text);
char *strerror(int number);

static FILE streams[3] = {
    {.number = 0, .pushed = NOTHING, .readable = 1},
    {.number = 1, .pushed = NOTHING, .writable = 1},
    {.number = 2, .pushed = NOTHING, .writable = 1},
};

FILE *stdin = &streams[0];
FILE *stdout = &streams[1];
FILE *stderr = &streams[2];

/* Output. */

static size_t write_file(FILE *stream, const char *from, size_t bytes)
{
    struct file *file = stream->file;
    size_t start = stream->appends ? file->length : stream->position;
    size_t end = start + bytes;
    if (end > file->capacity) {
        size_t capacity = 2 * end + 64;
        char *larger = realloc(file->bytes, capacity);
        if (larger == NULL)
            return 0;
        file->bytes = larger;
        file->capacity = capacity;
    }
    if (end > file->length) {
        for (size_t at = file->length; at < start; at++)
            file->bytes[at] = 0;
        file->length = end;
    }
    memcpy(file->bytes + start, from, bytes);
    stream->position = end;
    return bytes;
}

static size_t write_bytes(FILE *stream, const void *from, size_t bytes)
{
    if (!stream->writable) {
        stream->failed = 1;
        errno = EBADF;
        return 0;
    }
    if (bytes == 0)
        return 0;
    if (stream->file != NULL)
        return write_file(stream, from, bytes);
    __sextant_write(stream->number, from, bytes);
    return bytes;
}

int fputc(int c, FILE *stream)
{
    unsigned char byte = (unsigned char)c;
    return write_bytes(stream, &byte, 1) == 1 ? byte : EOF;
}

int putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putchar(int c)
{
    return fputc(c, stdout);
}

int putc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putchar_unlocked(int c)
{
    return fputc(c, stdout);
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    size_t length = strlen(text);
    return write_bytes(stream, text, length) == length ? 1 : EOF;
}

int puts(const char *text)
{
    size_t length = strlen(text);
    write_bytes(stdout, text, length);
    return fputc('\n', stdout) == EOF ? EOF : (int)length + 1;
}

size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict stream)
{
    if (size == 0)
        return 0;
    return write_bytes(stream, from, size * count) / size;
}

int putw(int word, FILE *stream)
{
    return write_bytes(stream, &word, sizeof word) == sizeof word ? 0 : EOF;
}

/* Formatted output. */

int vsnprintf(char *restrict to, size_t limit, const char *restrict format, va_list list)
{
    return __sextant_print_text(to, limit, format, VALUES(list));
}

int vsprintf(char *restrict to, const char *restrict format, va_list list)
{
    return __sextant_print_text(to, (size_t)-1 / 2, format, VALUES(list));
}

int snprintf(char *restrict to, size_t limit, const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(to, limit, format, list);
    va_end(list);
    return length;
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsprintf(to, format, list);
    va_end(list);
    return length;
}

int vasprintf(char **restrict to, const char *restrict format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = __sextant_print_text(NULL, 0, format, VALUES(list));
    *to = malloc((size_t)length + 1);
    if (*to == NULL)
        length = -1;
    else
        vsprintf(*to, format, again);
    va_end(again);
    return length;
}

int asprintf(char **restrict to, const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vasprintf(to, format, list);
    va_end(list);
    return length;
}

static int print_to_file(FILE *stream, const char *format, va_list list)
{
    char *text;
    int length = vasprintf(&text, format, list);
    if (length < 0)
        return -1;
    size_t written = write_bytes(stream, text, (size_t)length);
    free(text);
    return written == (size_t)length ? length : -1;
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list list)
{
    if (stream->file != NULL || !stream->writable)
        return print_to_file(stream, format, list);
    return __sextant_print(stream->number, format, VALUES(list));
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vfprintf(stream, format, list);
    va_end(list);
    return length;
}

int vprintf(const char *restrict format, va_list list)
{
    return vfprintf(stdout, format, list);
}

int printf(const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vfprintf(stdout, format, list);
    va_end(list);
    return length;
}

void perror(const char *text)
{
    int number = errno;
    if (text != NULL && *text != 0) {
        fputs(text, stderr);
        fputs(": ", stderr);
    }
    fputs(strerror(number), stderr);
    fputc('\n', stderr);
}

/* Input. */

static int next_byte(FILE *stream)
{
    if (stream->file == NULL)
        return __sextant_read_byte();
    if (stream->position >= stream->file->length)
        return EOF;
    return (unsigned char)stream->file->bytes[stream->position++];
}

/* The end of standard input is final. */
int fgetc(FILE *stream)
{
    int byte = stream->pushed;
    stream->pushed = NOTHING;
    stream->scanned = 0;
    if (byte == NOTHING) {
        if (!stream->readable) {
            stream->failed = 1;
            errno = EBADF;
            return EOF;
        }
        byte = stream->file == NULL && stream->last == EOF ? EOF : next_byte(stream);
    }
    stream->last = byte;
    return byte;
}

int getc(FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    return fgetc(stdin);
}

int getc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int getchar_unlocked(void)
{
    return fgetc(stdin);
}

int ungetc(int c, FILE *stream)
{
    if (c == EOF)
        return EOF;
    stream->pushed = (unsigned char)c;
    stream->last = stream->pushed;
    return stream->pushed;
}

char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    int length = 0;
    while (length < size - 1) {
        int byte = fgetc(stream);
        if (byte == EOF)
            break;
        to[length++] = (char)byte;
        if (byte == '\n')
            break;
    }
    if (length == 0)
        return NULL;
    to[length] = 0;
    return to;
}

char *gets(char *to)
{
    size_t length = 0;
    int byte = fgetc(stdin);
    if (byte == EOF)
        return NULL;
    for (; byte != EOF && byte != '\n'; byte = fgetc(stdin))
        to[length++] = (char)byte;
    to[length] = 0;
    return to;
}

static int make_room(char **text, size_t *size, size_t length)
{
    if (*text != NULL && length < *size)
        return 1;
    size_t wanted = *text == NULL || *size == 0 ? 120 : *size * 2;
    char *larger = realloc(*text, wanted);
    if (larger == NULL)
        return 0;
    *text = larger;
    *size = wanted;
    return 1;
}

long getdelim(char **restrict text, size_t *restrict size, int last, FILE *restrict stream)
{
    size_t length = 0;
    int byte;
    do {
        byte = fgetc(stream);
        if (byte == EOF)
            break;
        if (!make_room(text, size, length + 1))
            return -1;
        (*text)[length++] = (char)byte;
    } while (byte != last);
    if (length == 0)
        return -1;
    (*text)[length] = 0;
    return (long)length;
}

long getline(char **restrict text, size_t *restrict size, FILE *restrict stream)
{
    return getdelim(text, size, '\n', stream);
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    unsigned char *target = to;
    size_t length = 0;
    while (length < size * count) {
        int byte = fgetc(stream);
        if (byte == EOF)
            break;
        target[length++] = (unsigned char)byte;
    }
    return size == 0 ? 0 : length / size;
}

int getw(FILE *stream)
{
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}

/* The state of a stream. */

int feof(FILE *stream)
{
    if (stream->scanned)
        ungetc(fgetc(stream), stream);
    return stream->last == EOF;
}

int ferror(FILE *stream)
{
    return stream->failed;
}

void clearerr(FILE *stream)
{
    stream->last = 0;
    stream->failed = 0;
}

int fileno(FILE *stream)
{
    return stream->file == NULL ? stream->number : 3;
}

int fflush(FILE *stream)
{
    (void)stream;
    return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream, (void)buffer, (void)mode, (void)size;
    return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)stream, (void)buffer;
}

void setlinebuf(FILE *stream)
{
    (void)stream;
}
