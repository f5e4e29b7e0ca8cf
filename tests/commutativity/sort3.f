C call: SORT3(A = "A", B = "B", C = "C")
C inputs: A real, B real, C real
      SUBROUTINE SORT3(A, B, C)
      IF (A .GT. B) CALL SWAP(A, B)
      IF (B .GT. C) CALL SWAP(B, C)
      IF (A .GT. B) CALL SWAP(A, B)
      END
      SUBROUTINE SWAP(X, Y)
      T = X
      X = Y
      Y = T
      END
