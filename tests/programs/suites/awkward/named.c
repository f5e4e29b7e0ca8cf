/* The names of types hide pointers and arrays. */
typedef int *numbers;
typedef short row[3];
typedef unsigned char byte;

int first(numbers list, int count) {
    if (count < 1 || count > 8)
        return -1;
    return list[count - 1] > 9;
}

int last(row of) {
    return of[2] > of[0] ? of[2] : of[0];
}

int high(byte *bytes) {
    return bytes[1] & 0x80 ? 1 : 0;
}
