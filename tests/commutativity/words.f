C call: CAPS(W*3 = "W", "K", F = "F")
C inputs: W text 3, K int 0 4, F logical
      INTEGER FUNCTION CAPS(WORD, K, DONE)
      CHARACTER*(*) WORD
      LOGICAL DONE
      CAPS = 0
      DO 10 I = 1, LEN(WORD)
         IF (WORD(I:I) .GE. 'a' .AND. WORD(I:I) .LE. 'z') THEN
            WORD(I:I) = CHAR(ICHAR(WORD(I:I)) - 32)
            CAPS = CAPS + 1
         END IF
   10 CONTINUE
      DONE = DONE .EQV. CAPS .GE. K
      IF (WORD .EQ. 'ABC') CAPS = -1
      END
