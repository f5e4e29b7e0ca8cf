/* exit 3; explore: withdraw */
/* A bank with accounts in a global table; the exit status says how many orders were refused. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

enum result { DONE, NO_ACCOUNT, NO_MONEY, BAD_AMOUNT };

static struct account {
    char owner[12];
    long balance;
    unsigned locked : 1;
} accounts[] = {{"ann", 1000, 0}, {"bob", 50, 0}, {"cy", 0, 1}};

static const char *const messages[] = {"done", "no such account", "not enough", "bad amount"};

static struct account *find(const char *owner)
{
    for (unsigned i = 0; i < sizeof accounts / sizeof *accounts; i++)
        if (strcmp(accounts[i].owner, owner) == 0 && !accounts[i].locked)
            return &accounts[i];
    return NULL;
}

int withdraw(int balance, int amount, int fee)
{
    if (amount <= 0 || fee < 0 || fee > 100)
        return BAD_AMOUNT;
    if (balance < 0 || amount > balance)
        return NO_MONEY;
    if (balance - amount < fee)
        return NO_MONEY;
    return DONE;
}

static enum result transfer(const char *from, const char *to, int amount)
{
    struct account *source = find(from), *target = find(to);
    if (!source || !target)
        return NO_ACCOUNT;
    enum result result = withdraw((int)source->balance, amount, 1);
    if (result == DONE) {
        source->balance -= amount + 1;
        target->balance += amount;
    }
    assert(source->balance >= 0);
    return result;
}

int main(void)
{
    static const struct {
        const char *from, *to;
        int amount;
    } orders[] = {{"ann", "bob", 300}, {"bob", "ann", 349}, {"bob", "cy", 1}, {"bob", "ann", 9}, {"ann", "bob", 0}};
    int refused = 0;
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++) {
        enum result result = transfer(orders[i].from, orders[i].to, orders[i].amount);
        printf("%s to %s: %s\n", orders[i].from, orders[i].to, messages[result]);
        refused += result != DONE;
    }
    printf("%ld %ld\n", accounts[0].balance, accounts[1].balance);
    return refused;
}
