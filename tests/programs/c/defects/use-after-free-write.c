/* kind: use-after-free; entry: main; line: 22 */
/* A flag is written into an object that is gone. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct session {
    int open, user;
};

static void finish(struct session *session, int forget)
{
    if (forget)
        free(session);
}

int main(void)
{
    struct session *session = calloc(1, sizeof *session);
    int forget = __VERIFIER_nondet_int() == 1;
    finish(session, forget);
    session->open = 1;
    if (!forget)
        free(session);
    return 0;
}
