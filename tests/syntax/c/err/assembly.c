__asm__(".globl x");
int f(void) { return 1; }
