/* The caller promises six elements, numbered 0 to 5. */
int nth(const int row[static 6], int k) {
    if (k < 0 || k > 6)
        return 0;
    return row[k];
}
