C inputs: int(1,12) int(1,31)
      PROGRAM MAIN
      INTEGER M, D, N
      READ (*,*) M, D
      CALL DAYNUM(M, D, N)
      WRITE (*,*) N
      END
      SUBROUTINE DAYNUM(M, D, N)
      INTEGER M, D, N, DAYS(12), I
      DATA (DAYS(I), I = 1, 7) /31, 28, 31, 30, 31, 30, 31/
      DATA (DAYS(I), I = 8, 12) /31, 30, 31, 30, 31/
      N = -1
      IF (M .LT. 1 .OR. M .GT. 12) RETURN
      IF (D .LT. 1 .OR. D .GT. DAYS(M)) RETURN
      N = D
      DO 10 I = 1, 12
      IF (I .GE. M) GO TO 20
   10 N = N + DAYS(I)
   20 CONTINUE
      END
