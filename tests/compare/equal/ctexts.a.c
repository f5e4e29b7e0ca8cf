static const char *const names[] = {"red", "green", "blue"};
const char *P(unsigned colour)
{
    return names[colour % 3];
}
