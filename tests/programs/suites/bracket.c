/* infeasible: 0 */
/* How deeply brackets are nested, or where they do not fit: -1 - position. */
int depth(const char *text)
{
    char open[8];
    int level = 0, deepest = 0;
    for (int at = 0; text[at] != '\0'; at++) {
        char letter = text[at];
        if (letter == '(' || letter == '[') {
            open[level++] = letter;
            if (level > deepest)
                deepest = level;
        } else if (letter == ')' || letter == ']') {
            if (level == 0)
                return -1 - at;
            level--;
            if ((letter == ')') != (open[level] == '('))
                return -1 - at;
        }
    }
    return level == 0 ? deepest : -100;
}
