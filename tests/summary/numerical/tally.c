/* One element is counted up and read in every pass. */
int tally(int rounds, int counts[8])
{
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        counts[5] += 2;
        sum += counts[5];
    }
    return sum;
}
