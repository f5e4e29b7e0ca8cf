/* verdict: proved */
/* A loop that is never left: what stands behind it is never reached. */
extern void reach_error(void);

int main(void)
{
    unsigned char tick = 0;
    while (1)
        tick++;
    reach_error();
    return 0;
}
