/* What the library wants of the machine. The front end turns calls of these functions into primitives. */
#ifndef SEXTANT_H
#define SEXTANT_H

#include <stdarg.h>
#include <stddef.h>

/* Storage. Size is that of the allocated object that begins at the address. */
void *__sextant_allocate(size_t bytes);
void *__sextant_allocate_zeroed(size_t bytes);
void __sextant_release(void *storage);
size_t __sextant_size(const void *storage);

/* Copies keep values whole; the first one reports operands that overlap. */
void __sextant_copy(void *to, const void *from, size_t bytes);
void __sextant_move(void *to, const void *from, size_t bytes);
void __sextant_fill(void *to, int byte, size_t bytes);

/* Stream 1 is standard output, stream 2 is where messages go. The values of a format stand at an address. */
void __sextant_write(int stream, const void *from, size_t bytes);
int __sextant_print(int stream, const char *format, void *values);
int __sextant_print_text(char *to, size_t limit, const char *format, void *values);

/* Standard input; -1 is its end. */
int __sextant_read_byte(void);
int __sextant_scan(const char *format, void *values, int stuck);

/* Seconds since the beginning of 1970, and nanoseconds since the last of them. */
long __sextant_seconds(void);
long __sextant_nanoseconds(void);

/* Files of the system. The first gives new storage with what the file holds, null if there is none; its size is that of
   the storage. The second says where the bytes will be found that the file shall hold when the program has ended; with
   null, that there shall be no such file. */
void *__sextant_file(const char *name);
void __sextant_keep_file(const char *name, char **bytes, size_t *length);

_Noreturn void __sextant_exit(int status);
void *__sextant_no_environment(void);
_Noreturn void __sextant_abort(void);

/* Where the next value of a va_list is: its first eight bytes say so. */
#ifndef VALUES
#define VALUES(list) (*(void **)(list))
#endif

/* The number of the last error. */
int *__errno_location(void);
#define errno (*__errno_location())
#define ENOENT 2
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define ERANGE 34

#endif
