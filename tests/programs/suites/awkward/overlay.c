/* The members of a union share their bytes. */
union cell {
    int whole;
    unsigned char bytes[4];
};

int sign(union cell *cell) {
    if (cell->bytes[0] == 7)
        return 7;
    return cell->whole < 0 ? -1 : 1;
}
