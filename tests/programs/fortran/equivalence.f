C inputs: int(-9,9) int(-9,9) int(-9,9)
      PROGRAM MAIN
      INTEGER A, B, C, R
      READ (*,*) A, B, C
      CALL SHARE(A, B, C, R)
      PRINT '(I8)', R
      END
      SUBROUTINE SHARE(A, B, C, R)
      INTEGER A, B, C, R, V(4), W(2,2), X
      EQUIVALENCE (V(1), W(1,1)), (V(3), X)
      V(1) = A
      V(2) = B
      X = C
      W(2,2) = W(1,1) + W(1,2)
      R = V(4)*100 + W(2,1)
      END
