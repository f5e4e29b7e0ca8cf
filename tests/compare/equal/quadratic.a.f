      SUBROUTINE P(A, B, C, N, X, Y)
      REAL A, B, C, D, X, Y
      INTEGER N
      N = 0
      X = 0.0
      Y = 0.0
      IF (A .EQ. 0.0) RETURN
      D = B*B - 4.0*A*C
      IF (D) 10, 20, 30
   10 RETURN
   20 N = 1
      X = -B/(2.0*A)
      RETURN
   30 N = 2
      X = (-B - SQRT(D))/(2.0*A)
      Y = (-B + SQRT(D))/(2.0*A)
      END
