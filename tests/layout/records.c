/* Records whose layout the front end computes and clang confirms. */
#include <stddef.h>

enum small { one, two };
enum __attribute__((packed)) tiny { red, green };
typedef int wide_int __attribute__((aligned(16)));
typedef long low_long __attribute__((aligned(2)));

struct plain { char c; short s; int i; long l; char last; };
struct floats { float f; char c; double d; char e; long double x; };
struct pointers { char c; void *p; int (*f)(int); };
struct arrays { char c[3]; int i[2][3]; char d; };
struct empty { };
struct flexible { int count; double items[]; };
struct zero_length { char c; int items[0]; };
struct enums { char c; enum small s; enum tiny t; };
union several { char c[9]; int i; double d; };
struct nested { char c; struct { short s; union several u; } inner; char d; };
struct anonymous { char c; union { int i; struct { char x, y; }; }; char d; };
struct bits { int a : 3; unsigned b : 5; int c : 24; int d : 1; };
struct crossing { char a : 4; int b : 29; long c : 40; short d : 9; };
struct zero_width { int a : 3; int : 0; char b; int : 0; char c : 2; };
struct unnamed_bits { char a; int : 20; char b; long : 33; };
struct after_bits { unsigned a : 3; char b; unsigned c : 3; short d; };
struct bool_bits { _Bool a : 1; _Bool b : 1; int c : 6; _Bool d : 1; };
struct enum_bits { enum small a : 2; enum small b : 31; unsigned char c : 8; };
union bit_union { int a : 3; long b : 37; char c; };
struct __attribute__((packed)) packed_plain { char c; int i; double d; short s; };
struct __attribute__((packed)) packed_bits { char a : 3; int b : 17; long c : 44; int d : 5; };
struct packed_member { char c; int i __attribute__((packed)); int j; };
struct __attribute__((aligned(32))) aligned_whole { char c; int i; };
struct aligned_member { char c; int i __attribute__((aligned(16))); char d; };
struct __attribute__((packed, aligned(4))) packed_aligned { char c; double d; char e; };
struct aligned_bits { int a : 3; int b : 5 __attribute__((aligned(8))); char c; };
struct typedefs { char c; wide_int w; char d; low_long l; low_long a[2]; };
struct alignas_member { char c; _Alignas(32) short s; char d; };
struct __attribute__((aligned)) aligned_most { char c; };
#pragma pack(push, 2)
struct pragma_two { char c; int i; double d; char e; };
struct pragma_bits { char c; int a : 20; int b : 20; long d : 50; };
struct pragma_aligned { char c; int i __attribute__((aligned(8))); };
#pragma pack(1)
struct pragma_one { char c; struct plain p; int b : 3; int d; };
#pragma pack(pop)
struct wide { char c; __int128 w; };
struct complex { char c; _Complex float f; _Complex double d; };
struct function_arrays { char c; int (*table[3])(void); char d; };

int use(void) {
    struct plain a; struct floats b; struct pointers c; struct arrays d; struct empty e; struct zero_length g;
    struct enums h; union several i; struct nested j; struct anonymous k; struct bits l; struct crossing m;
    return sizeof a + sizeof b + sizeof c + sizeof d + sizeof e + sizeof g + sizeof h + sizeof i + sizeof j + sizeof k
        + sizeof l + sizeof m;
}
