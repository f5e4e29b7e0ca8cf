C inputs: int(0,13) int(0,32) int(1896,1912)
      PROGRAM MAIN
      INTEGER M, D, Y
      LOGICAL OK
      READ (*,*) M, D, Y
      CALL VALID(M, D, Y, OK)
      PRINT *, M, D, Y, OK
      END
      SUBROUTINE VALID(M, D, Y, OK)
      INTEGER M, D, Y, LAST
      LOGICAL OK
      OK = .FALSE.
      IF (M .LT. 1 .OR. M .GT. 12 .OR. D .LT. 1) RETURN
      LAST = 31
      IF (M .EQ. 4 .OR. M .EQ. 6 .OR. M .EQ. 9 .OR. M .EQ. 11) LAST = 30
      IF (M .NE. 2) GO TO 10
      LAST = 28
      IF (MOD(Y, 4) .EQ. 0 .AND. MOD(Y, 100) .NE. 0) LAST = 29
      IF (MOD(Y, 400) .EQ. 0) LAST = 29
   10 OK = D .LE. LAST
      END
