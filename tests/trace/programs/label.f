      CHARACTER*6 FUNCTION LABEL(WORD, Z, GOOD)
      CHARACTER*(*) WORD
      COMPLEX Z
      LOGICAL GOOD
      IF (GOOD) THEN
         LABEL = WORD//'+'
         Z = Z*CONJG(Z)
      ELSE
         LABEL = '-'//WORD
         WORD(1:1) = '*'
      END IF
      END
