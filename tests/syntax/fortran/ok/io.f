      PROGRAM IO
      CHARACTER*80 LINE
      OPEN (UNIT=10, FILE='data.txt', STATUS='OLD', ERR=900, IOSTAT=IOS)
      READ (10, *, END=100) A, B
      READ (10, '(I5)') I
      READ (LINE, 20) (X(I), Y(I), I = 1, N)
      READ (UNIT=*, FMT=*) N
      READ (10, NML=GROUP)
      READ (10, REC=5) A
      READ (FORM), X
      READ 20, A
      READ *, A
      READ LINE, A
 20   FORMAT (2(F10.3, 1X), :, A)
      WRITE (*, *)
      WRITE (6, 20) (1.0, 2.0), (A), ((B + 1), I = 1, 2)
      WRITE (6, 20), A
      PRINT '(A)', 'text', "it's"
      PUNCH 20, A
      TYPE *, A
      ACCEPT 20, A
      INQUIRE (FILE='x', EXIST=L)
      INQUIRE (IOLENGTH=I) A, B
      REWIND 10
      REWIND (10)
      BACKSPACE (UNIT=10, ERR=900)
      ENDFILE 10
      END FILE (10)
 100  CLOSE (10, STATUS='DELETE')
 900  STOP 'end'
      END
