/* explore: determinant */
/* Matrices: product, power, determinant, elimination. */
#include <stdio.h>

enum { N = 3 };
typedef long matrix[N][N];

static void multiply(matrix a, matrix b, matrix result)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            long sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            result[i][j] = sum;
        }
}

static void power(matrix base, int exponent, matrix result)
{
    matrix square, next;
    for (int i = 0; i < N * N; i++) {
        result[i / N][i % N] = i / N == i % N;
        square[i / N][i % N] = base[i / N][i % N];
    }
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2) {
            multiply(result, square, next);
            for (int i = 0; i < N * N; i++)
                result[i / N][i % N] = next[i / N][i % N];
        }
        multiply(square, square, next);
        for (int i = 0; i < N * N; i++)
            square[i / N][i % N] = next[i / N][i % N];
    }
}

int determinant(int a, int b, int c, int d)
{
    if (a < -100 || a > 100 || b < -100 || b > 100 || c < -100 || c > 100 || d < -100 || d > 100)
        return -1;
    int value = a * d - b * c;
    return value == 0 ? 0 : value > 0 ? 1 : 2;
}

static int solve(double a[2][3], double x[2])
{
    if (a[0][0] == 0)
        return 0;
    double factor = a[1][0] / a[0][0];
    for (int j = 0; j < 3; j++)
        a[1][j] -= factor * a[0][j];
    if (a[1][1] == 0)
        return 0;
    x[1] = a[1][2] / a[1][1];
    x[0] = (a[0][2] - a[0][1] * x[1]) / a[0][0];
    return 1;
}

int main(void)
{
    matrix fibonacci = {{1, 1, 0}, {1, 0, 0}, {0, 0, 2}}, result;
    power(fibonacci, 30, result);
    for (int i = 0; i < N; i++)
        printf("%ld %ld %ld\n", result[i][0], result[i][1], result[i][2]);
    double system[2][3] = {{2, 1, 5}, {4, -6, -2}}, x[2];
    if (solve(system, x))
        printf("%.4f %.4f\n", x[0], x[1]);
    printf("%d %d %d\n", determinant(1, 2, 3, 4), determinant(2, 4, 1, 2), determinant(3, 1, 1, 1));
    return 0;
}
