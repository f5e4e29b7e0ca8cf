C inputs: int(-99,99)
      PROGRAM MAIN
      INTEGER K
      READ (*,*) K
      WRITE (*,10) K
   10 FORMAT (9H VALUE = , I4, 4H END)
      WRITE (*,20)
   20 FORMAT (' ', 20('-'))
      END
