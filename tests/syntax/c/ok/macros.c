/* Places are those of the text that the user wrote. */
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TWO(f) f + f
int greatest(int x, int y) {
    return MAX(x, y + 1) + TWO(x);
}
