C inputs: int(0,5) int(-9,9)
      PROGRAM MAIN
      INTEGER N, A, I, V, W
      READ (*,*) N, A
      OPEN (11, STATUS='SCRATCH', FORM='UNFORMATTED')
      DO 10 I = 1, N
   10 WRITE (11) I, A*I
      ENDFILE 11
      REWIND 11
      V = 0
   20 READ (11, END=30) I, W
      V = V + W
      GO TO 20
   30 PRINT *, 'SUM', V
      OPEN (12, STATUS='SCRATCH')
      WRITE (12, '(I5)') (I*A, I = 1, 3)
      BACKSPACE 12
      BACKSPACE 12
      READ (12, '(I5)') I
      PRINT *, I
      READ (12, *, IOSTAT=K) I
      PRINT *, I, K
      READ (12, *, IOSTAT=K) I
      PRINT *, K
      END
