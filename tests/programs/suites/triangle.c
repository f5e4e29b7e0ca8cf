/* infeasible: 0 */
enum kind { NO_TRIANGLE, SCALENE, ISOSCELES, EQUILATERAL };

enum kind classify(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return NO_TRIANGLE;
    if ((long)a + b <= c || (long)a + c <= b || (long)b + c <= a)
        return NO_TRIANGLE;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || a == c)
        return ISOSCELES;
    return SCALENE;
}
