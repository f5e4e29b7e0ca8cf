C inputs: int(-999,999) int(0,99)
C symbolic: unsupported
      PROGRAM MAIN
      CHARACTER*20 BUF, LINES(3)*10
      INTEGER A, B, K
      READ (*,*) A, B
      WRITE (BUF, '(I6,''/'',I3)') A, B
      PRINT *, BUF
      READ (BUF, '(I6,1X,I3)') K, L
      PRINT *, K - A, L - B
      WRITE (LINES, '(A,I3)') ('L', I*B, I = 1, 3)
      PRINT '(1X,A)', LINES
      READ (LINES(2), '(1X,I3)') K
      PRINT *, K
      END
