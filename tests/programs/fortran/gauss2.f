C inputs: int(-4,4) int(-4,4) int(-4,4) int(-4,4)
      PROGRAM MAIN
      INTEGER A, B, C, D, R
      READ (*,*) A, B, C, D
      CALL DET2(A, B, C, D, R)
      PRINT *, 'DET', R
      END
      SUBROUTINE DET2(A, B, C, D, R)
      INTEGER A, B, C, D, R, M(2,2), I, J
      DATA I /0/
      M(1,1) = A
      M(2,1) = B
      M(1,2) = C
      M(2,2) = D
      R = M(1,1)*M(2,2) - M(1,2)*M(2,1)
      DO 10 I = 1, 2
      DO 10 J = 1, 2
   10 IF (M(I,J) .LT. 0) R = R - 100
      END
