C inputs: int(-5,5)
      PROGRAM MAIN
      INTEGER N
      READ (*,*) N
      CALL BRANCH(N, *10, *20)
      PRINT *, 'PLAIN'
      STOP
   10 PRINT *, 'NEGATIVE'
      STOP
   20 PRINT *, 'POSITIVE'
      END
      SUBROUTINE BRANCH(N, *, *)
      IF (N .LT. 0) RETURN 1
      IF (N .GT. 0) RETURN 2
      END
