C inputs: int(0,6)
      PROGRAM MAIN
      INTEGER N, S
      READ (*,*) N
      CALL STEPS(N, S)
      PRINT *, 'SUM', S
      END
      SUBROUTINE STEPS(N, S)
      INTEGER N, S, NEXT, I
      S = 0
      ASSIGN 20 TO NEXT
      DO 50 I = 1, N
      GO TO NEXT, (20, 30)
   20 S = S + I
      ASSIGN 30 TO NEXT
      GO TO 50
   30 S = S - 2*I
      ASSIGN 20 TO NEXT
   50 CONTINUE
      END
