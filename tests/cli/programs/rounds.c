// Loops whose tests do something: an iteration is one run of the body.
int down(int n) {
    int runs = 0;
    while (n--)
        runs++;
    return runs;
}

int both(int n, int m) {
    int runs = 0;
    while (n-- > 0 && m-- > 0)
        runs++;
    return runs;
}

int after(int n, int odd) {
    int even = 0;
    do {
        if (odd)
            odd++;
        else
            even++;
    } while (n-- > 0);
    return even;
}

int doubles(int n) {
    int runs = 0;
    for (long size = 1; size < n; size *= 2)
        runs++;
    return runs;
}
