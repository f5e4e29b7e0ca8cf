C inputs: int(-9,9) int(-9,9)
      PROGRAM MAIN
      READ (*,*) I, J
      CALL SIGNS(I, J, K)
      PRINT *, I, J, K
      END
      SUBROUTINE SIGNS(I, J, K)
      IF (I) 10, 20, 30
   10 K = -10
      GO TO 40
   20 K = 0
      GO TO 40
   30 K = 10
   40 IF (J - I) 50, 60, 50
   50 K = K + 1
   60 RETURN
      END
