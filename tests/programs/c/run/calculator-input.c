/* exit 3 */
/* Reads commands from the input until it ends; the exit status is the number of commands not understood. */
#include <stdio.h>
#include <string.h>

static long registers[26];

static int execute(const char *line)
{
    char name, operation, other;
    long number;
    if (sscanf(line, "set %c %ld", &name, &number) == 2) {
        registers[name - 'a'] = number;
        return 1;
    }
    if (sscanf(line, "print %c", &name) == 1) {
        printf("%c = %ld\n", name, registers[name - 'a']);
        return 1;
    }
    if (sscanf(line, "%c %c= %ld", &name, &operation, &number) == 3 && strchr("+-*", operation)) {
        long *target = &registers[name - 'a'];
        *target = operation == '+' ? *target + number : operation == '-' ? *target - number : *target * number;
        return 1;
    }
    if (sscanf(line, "swap %c,%c", &name, &other) == 2) {
        long old = registers[name - 'a'];
        registers[name - 'a'] = registers[other - 'a'];
        registers[other - 'a'] = old;
        return 1;
    }
    return 0;
}

int main(void)
{
    char line[80];
    int number = 0, bad = 0;
    while (fgets(line, sizeof line, stdin)) {
        number++;
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '#' || line[0] == 0)
            continue;
        if (!execute(line)) {
            printf("line %d: what is \"%s\"?\n", number, line);
            bad++;
        }
    }
    printf("%d lines, end %d\n", number, feof(stdin) != 0);
    return bad;
}
