
/* Whether a status is the wanted one; a negative one stands for any but those of failed checks. */
static int sextant_suits(int status, int wanted)
{
    return wanted < 0 ? status < 250 || status > 252 : status == wanted;
}

/* Without an argument all tests run that are to pass; with `failing` those that show errors; or one by its name. */
static int sextant_main(int argc, char **argv)
{
    int failed = 0;
    for (const struct sextant_test *test = sextant_tests; test->name; test++) {
        int named = argc > 1 && strcmp(argv[1], test->name) == 0;
        int wanted = argc > 1 ? named || (test->failing && strcmp(argv[1], "failing") == 0) : !test->failing;
        int status = 0;
        pid_t child;
        if (!wanted)
            continue;
        fflush(stdout);
        child = fork();
        if (child == 0) {
            alarm(10);
            test->run();
            exit(sextant_failures ? 251 : 0);
        }
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && sextant_suits(WEXITSTATUS(status), test->status) && !test->failing) {
            printf("ok %s\n", test->name);
        } else {
            printf("FAILED %s\n", test->name);
            failed = 1;
        }
    }
    return failed;
}
