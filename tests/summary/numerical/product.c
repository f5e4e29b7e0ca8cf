/* A product of matrices, element by element. */
void product(int left[4][3], int right[3][5], int result[4][5])
{
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 5; column++) {
            result[row][column] = 0;
            for (int inner = 0; inner < 3; inner++)
                result[row][column] += left[row][inner] * right[inner][column];
        }
}
