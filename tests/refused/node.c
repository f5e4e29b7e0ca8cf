struct node { int value; struct node *next; };
int length(struct node *p)
{
    int n = 0;
    while (p) { n++; p = p->next; }
    return n;
}
