C inputs: int(-5,5) int(1,6)
      PROGRAM MAIN
      EXTERNAL SQUARE, CUBE
      INTEGER A, N, TOTAL
      READ (*,*) A, N
      PRINT *, TOTAL(SQUARE, A, N), TOTAL(CUBE, A, N)
      END
      INTEGER FUNCTION TOTAL(F, A, N)
      INTEGER F, A, N, I
      EXTERNAL F
      TOTAL = 0
      DO 10 I = 1, N
   10 TOTAL = TOTAL + F(A + I)
      END
      INTEGER FUNCTION SQUARE(K)
      SQUARE = K*K
      END
      INTEGER FUNCTION CUBE(K)
      CUBE = K**3
      END
