/* Over machine reals nothing may be claimed: the row of the list is about exact ones. */
double docking(double dist, double c, double a, double dt)
{
    double t = 0, nx = c;
    do {
        dist -= c * dt;
        c = nx;
        t += dt;
        nx = c + a * dt;
    } while (nx > 0);
    return dist;
}
