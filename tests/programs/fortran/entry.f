C inputs: int(-9,9) int(-9,9)
      PROGRAM MAIN
      INTEGER A, B, TWICE, THRICE
      READ (*,*) A, B
      PRINT *, TWICE(A), THRICE(A, B)
      CALL SET(B)
      CALL GET(A)
      PRINT *, A
      END
      INTEGER FUNCTION TWICE(K)
      INTEGER K, L, THRICE
      TWICE = 2*K
      RETURN
      ENTRY THRICE(K, L)
      THRICE = 3*K + L
      END
      SUBROUTINE SET(N)
      INTEGER N, KEPT
      SAVE KEPT
      KEPT = N*N
      RETURN
      ENTRY GET(N)
      N = KEPT - 1
      END
