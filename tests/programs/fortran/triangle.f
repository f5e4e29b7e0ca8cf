C inputs: int(0,9) int(0,9) int(0,9)
      PROGRAM MAIN
      INTEGER A, B, C, KIND
      READ (*,*) A, B, C
      CALL TRIANG(A, B, C, KIND)
      WRITE (*,10) A, B, C, KIND
   10 FORMAT (1X, 3I4, ' IS OF KIND', I3)
      END
      SUBROUTINE TRIANG(A, B, C, KIND)
      INTEGER A, B, C, KIND
      IF (A .LE. 0 .OR. B .LE. 0 .OR. C .LE. 0) GO TO 40
      IF (A + B .LE. C .OR. A + C .LE. B .OR. B + C .LE. A) GO TO 40
      IF (A .EQ. B .AND. B .EQ. C) GO TO 30
      IF (A .EQ. B .OR. B .EQ. C .OR. A .EQ. C) GO TO 20
      KIND = 1
      RETURN
   20 KIND = 2
      RETURN
   30 KIND = 3
      RETURN
   40 KIND = 0
      END
