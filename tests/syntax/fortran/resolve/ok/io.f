      SUBROUTINE S(U, A, N)
      INTEGER U
      REAL A(N, *)
      CHARACTER*20 BUF, FMT
      LOGICAL OK
      NAMELIST /GRP/ X, K
      READ (U, 100, END=10, ERR=20, IOSTAT=IOS) X,
     1 (K, A(K, 1), K = 1, N)
      WRITE (*, *) 'X =', X, X + 1
      WRITE (BUF, '(F8.3)') X
      READ (BUF, FMT) X
      WRITE (U, GRP)
      PRINT 100, X
      PRINT *
      OPEN (UNIT=U, FILE='DATA', STATUS='OLD', ERR=20)
      INQUIRE (FILE='DATA', EXIST=OK)
      WRITE (U, REC=3) A(1, 1)
      ASSIGN 100 TO LF
      WRITE (U, LF) X
      REWIND U
      BACKSPACE (U, ERR=20)
      ENDFILE U
   10 CLOSE (U)
   20 RETURN
  100 FORMAT (F10.2, 3X, 'it''s', 4HABCD)
      END
