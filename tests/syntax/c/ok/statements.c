/* Every kind of statement. */
int loops(int n) {
    int total = 0;
    for (int i = 0, j = n; i < j; i++, j--)
        total += i * j;
    for (;;) {
        if (total > 100)
            break;
        else if (total & 1)
            continue;
        total *= 3;
    }
    while (n--)
        do
            total--;
        while (total > n);
    return total;
}

int cases(unsigned char c) {
    switch (c) {
    case 'a':
    case 'b' ... 'z':
        c++;
        break;
    case sizeof(int):
        return 1;
    default:
        switch (c + 1) { case -1: goto out; }
    }
out:
    return c;
}

void machine(const unsigned char *code) {
    static const void *const table[] = { &&stop, &&next };
    int i = 0;
    goto *table[code[0]];
next:
    i++;
    goto *table[code[i]];
stop:;
    __asm__ volatile("" ::: "memory");
    __asm__("nop");
}

int shadows(int x) {
    { int x = 1; { static int x = 2; x++; } x++; }
    return x;
}
