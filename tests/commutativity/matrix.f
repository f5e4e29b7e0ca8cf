C call: MULT(L(1:2,1:2) = ("A", "B", 1, "C"), R(1:2,1:2) = (2, "B", -1, "A"), P(1:2,1:2) = (0, 0, 0, 0), "N")
C inputs: A real, B real, C real, N int 0 2
      SUBROUTINE MULT(A, B, C, N)
      REAL A(2,2), B(2,2), C(2,2)
      COMMON /STATE/ CALLS
      INTEGER CALLS
      DATA CALLS /0/
      DO 30 I = 1, N
      DO 20 J = 1, N
         C(I,J) = 0.0
         DO 10 K = 1, N
            C(I,J) = C(I,J) + A(I,K)*B(K,J)
   10    CONTINUE
         IF (C(I,J) .LT. 0.0) C(I,J) = -C(I,J)
   20 CONTINUE
   30 CONTINUE
      CALLS = CALLS + N
      END
