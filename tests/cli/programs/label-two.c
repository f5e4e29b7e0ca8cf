/* An array in an inner block does not change what follows. */
int tag(int n) {
    {
        char label[4] = "no";
    }
    return 20;
}
