C     Parts of arrays passed on to parameters that claim more than there is.
      SUBROUTINE ROWS(TABLE, FIRST)
      INTEGER TABLE(12), FIRST
      CALL CLEAR(TABLE(FIRST), 2, 4)
      END

      SUBROUTINE CLEAR(PART, HEIGHT, WIDTH)
      INTEGER HEIGHT, WIDTH, PART(HEIGHT, WIDTH), I, J
      DO 20 J = 1, WIDTH
      DO 10 I = 1, HEIGHT
        PART(I, J) = 0
   10 CONTINUE
   20 CONTINUE
      END

C     The parameter in between knows no end.
      SUBROUTINE NESTED(TABLE, AT)
      INTEGER TABLE(6), AT
      CALL BETWEEN(TABLE(2), AT)
      END

      SUBROUTINE BETWEEN(PART, AT)
      INTEGER PART(*), AT
      CALL SETONE(PART(3), AT)
      END

      SUBROUTINE SETONE(PART, AT)
      INTEGER PART(*), AT
      PART(AT) = 1
      END

C     An array of COMMON ends before the variable behind it.
      SUBROUTINE SHARED(AT)
      INTEGER AT, FRONT, BEHIND
      COMMON /BOTH/ FRONT(5), BEHIND(5)
      CALL SETONE(FRONT(2), AT)
      END

C     What is claimed but not used is no error.
      SUBROUTINE UNUSED(TABLE)
      INTEGER TABLE(4)
      CALL LAST(TABLE(3), 9)
      END

      SUBROUTINE LAST(PART, N)
      INTEGER N, PART(N)
      PART(2) = 0
      END

C     Words of two characters do not end where words of three do.
      SUBROUTINE WORDS(TEXT, AT)
      CHARACTER*3 TEXT(3)
      INTEGER AT
      CALL BLANK(TEXT(2), AT)
      END

      SUBROUTINE BLANK(PAIR, AT)
      CHARACTER*2 PAIR(*)
      INTEGER AT
      IF (AT .GE. 1) PAIR(AT) = '  '
      END

C     The whole parameter is read.
      SUBROUTINE WHOLE(TABLE)
      REAL TABLE(4)
      CALL FETCH(TABLE(2))
      END

      SUBROUTINE FETCH(PART)
      REAL PART(4)
      READ *, PART
      END
