/* Equal up to the rounding of library functions, and of numbers of single precision. */
static int __attribute__((unused)) sextant_is_near(double is, double wanted, double digits)
{
    double off = is > wanted ? is - wanted : wanted - is;
    double size = wanted < 0 ? -wanted : wanted;
    return is == wanted || off <= digits * (size > 1 ? size : 1);
}
#define sextant_near(is, wanted) sextant_is_near(is, wanted, sizeof(is) == sizeof(float) ? 1e-6 : 1e-9)

