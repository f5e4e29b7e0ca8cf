C call: ROOTS("A", "B", "C", N, X)
C inputs: A real, B real, C real
      SUBROUTINE ROOTS(A, B, C, N, X)
C     How many real roots there are; X is the root of a linear equation, or the vertex.
      REAL D
      N = 0
      X = 0.0
      IF (A .EQ. 0.0) THEN
         IF (B .NE. 0.0) THEN
            N = 1
            X = -C/B
         END IF
      ELSE
         D = B**2 - 4.0*A*C
         X = -B/(2.0*A)
         IF (D) 10, 20, 30
   10    N = 0
         RETURN
   20    N = 1
         RETURN
   30    N = 2
      END IF
      END
