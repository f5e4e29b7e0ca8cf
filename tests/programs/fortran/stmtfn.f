C inputs: int(-9,9) int(-9,9)
      PROGRAM MAIN
      INTEGER A, B, R
      READ (*,*) A, B
      CALL USEFN(A, B, R)
      PRINT *, R
      END
      SUBROUTINE USEFN(A, B, R)
      INTEGER A, B, R, SQ, HYP, X, Y
      SQ(X) = X*X
      HYP(X, Y) = SQ(X) + SQ(Y) + B
      R = HYP(A, B + 1) - SQ(A - B)
      END
