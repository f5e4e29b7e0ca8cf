/* The tables that the macros of the system's ctype.h look into. With symbolic bytes comparisons are better than tables:
   a program should be compiled without these macros (-D__NO_CTYPE), so that it calls the functions. */

int tolower(int c);
int toupper(int c);

/* The bits of a class are those of the system's header on a machine whose lowest byte comes first. */
enum {
    UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800, HEX = 0x1000, SPACE = 0x2000, PRINT = 0x4000,
    GRAPH = 0x8000, BLANK = 0x1, CONTROL = 0x2, PUNCT = 0x4, ALNUM = 0x8
};

#define MARK (PRINT | GRAPH | PUNCT)
#define NUMBER (PRINT | GRAPH | ALNUM | DIGIT | HEX)
#define CAPITAL (PRINT | GRAPH | ALNUM | ALPHA | UPPER)
#define SMALL (PRINT | GRAPH | ALNUM | ALPHA | LOWER)

/* Entries begin at -128; those without a class are 0. */
static const unsigned short classes[384] = {
    [128 + 0 ... 128 + 8] = CONTROL,
    [128 + '\t'] = CONTROL | SPACE | BLANK,
    [128 + '\n' ... 128 + '\r'] = CONTROL | SPACE,
    [128 + 14 ... 128 + 31] = CONTROL,
    [128 + ' '] = PRINT | SPACE | BLANK,
    [128 + '!' ... 128 + '/'] = MARK,
    [128 + '0' ... 128 + '9'] = NUMBER,
    [128 + ':' ... 128 + '@'] = MARK,
    [128 + 'A' ... 128 + 'F'] = CAPITAL | HEX,
    [128 + 'G' ... 128 + 'Z'] = CAPITAL,
    [128 + '[' ... 128 + '`'] = MARK,
    [128 + 'a' ... 128 + 'f'] = SMALL | HEX,
    [128 + 'g' ... 128 + 'z'] = SMALL,
    [128 + '{' ... 128 + '~'] = MARK,
    [128 + 127] = CONTROL,
};

const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short *zero = classes + 128;
    return &zero;
}

/* The value of a table at a negative number but -1 is that of the byte with the same bits. */
static void fill(int *zero, int (*change)(int))
{
    for (int c = -128; c < 256; c++)
        zero[c] = c < -1 ? change(c + 256) : change(c);
}

const int **__ctype_tolower_loc(void)
{
    static int table[384];
    static const int *zero;
    if (zero == 0) {
        fill(table + 128, tolower);
        zero = table + 128;
    }
    return &zero;
}

const int **__ctype_toupper_loc(void)
{
    static int table[384];
    static const int *zero;
    if (zero == 0) {
        fill(table + 128, toupper);
        zero = table + 128;
    }
    return &zero;
}
