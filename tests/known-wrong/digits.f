C     Of a field of five columns the first three are read again: 987 of 98765.
      SUBROUTINE DIGITS(NUMBER, LEADING)
      INTEGER NUMBER, LEADING
      WRITE (9,10) NUMBER
      REWIND 9
      READ (9,20) LEADING
   10 FORMAT (I5)
   20 FORMAT (I3)
      RETURN
      END
