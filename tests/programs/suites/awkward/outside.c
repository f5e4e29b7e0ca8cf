/* What is not defined decides. */
int ask(int question);

int answer(int question) {
    return ask(question) > 3 ? 1 : 0;
}
