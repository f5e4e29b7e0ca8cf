C inputs: int(-50,50) real(-9,9) int(0,1)
      PROGRAM MAIN
C     Unformatted records on a scratch file, read back in another order.
      INTEGER K, L, I
      DOUBLE PRECISION D
      REAL X, Y
      LOGICAL B, C
      READ (*,*) K, X, I
      B = I .EQ. 1
      OPEN (UNIT=11, STATUS='SCRATCH', FORM='UNFORMATTED')
      WRITE (11) K, X
      WRITE (11) B, DBLE(X)*K
      ENDFILE (11)
      REWIND 11
      READ (11)
      READ (11) C, D
      BACKSPACE (11)
      BACKSPACE (11)
      READ (11) L, Y
      CLOSE (11)
      IF (C) L = -L
      PRINT *, L, C
      WRITE (*,'(F9.2,1X,F12.3)') Y + 1, D
      END
