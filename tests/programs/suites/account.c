/* infeasible: 0 */
struct account {
    long balance;
    int limit;
    char blocked;
    struct { unsigned year, month; } opened;
};

int withdraw(struct account *from, int amount, unsigned year)
{
    if (from->blocked)
        return 1;
    if (amount <= 0)
        return 2;
    if (year < from->opened.year)
        return 3;
    int limit = from->limit;
    if (year - from->opened.year >= 10 && from->opened.month != 0)
        limit += 100;
    if (from->balance < -1000000 || from->balance > 1000000 || limit < 0 || limit > 5000)
        return 4;
    if (from->balance - amount < -limit) {
        from->blocked = 1;
        return 5;
    }
    from->balance -= amount;
    return 0;
}
