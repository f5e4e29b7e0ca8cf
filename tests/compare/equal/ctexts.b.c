const char *P(unsigned colour)
{
    switch (colour % 3) {
    case 2: return "blue";
    case 0: return "red";
    default: return "green";
    }
}
