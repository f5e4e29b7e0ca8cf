C inputs: int(0,40) int(0,40)
      PROGRAM MAIN
      INTEGER A, B, R
      READ (*,*) A, B
      CALL GCD(A, B, R)
      PRINT *, R
      END
      SUBROUTINE GCD(A, B, R)
      INTEGER A, B, R, X, Y, T
      X = IABS(A)
      Y = IABS(B)
   10 IF (Y .EQ. 0) GO TO 20
      T = MOD(X, Y)
      X = Y
      Y = T
      GO TO 10
   20 R = X
      END
