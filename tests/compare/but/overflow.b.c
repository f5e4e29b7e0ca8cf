int P(int low, int high)
{
    return low < 0 || high < low ? 0 : low + (high - low) / 2;
}
