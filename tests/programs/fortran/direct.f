C inputs: int(1,9) int(1,9)
      PROGRAM MAIN
      INTEGER A, B, R(3), I
      READ (*,*) A, B
      OPEN (10, STATUS='SCRATCH', ACCESS='DIRECT', RECL=12)
      DO 10 I = 1, 5
   10 WRITE (10, REC=I) I*A, I*B, I
      DO 20 I = 5, 1, -2
      READ (10, REC=I) R
   20 PRINT *, R
      WRITE (10, REC=2) -1, -2, -3
      READ (10, REC=2) R
      PRINT *, R
      CLOSE (10)
      END
