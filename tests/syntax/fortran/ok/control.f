      SUBROUTINE CONTRL(K)
      IF (K .LT. 0) THEN
        K = 1
      ELSE IF (K .EQ. 0) THEN
        GO TO 30
      ELSEIF (.NOT. K .GT. 5 .AND. K .NE. 3 .OR. .TRUE.) THEN
        PAUSE 'here'
   25 ELSE
        PAUSE
   30 END IF
      DO 40 R = 1.0, 0.0, -0.1
   40 K = K + 1
      DO 50, I = 1, 3
        IF (I .EQ. 2) GO TO 50
        DO 45 WHILE (K .LT. 3)
   45   CONTINUE
   50 CONTINUE
      DO 60 I = 1, 3
        K = I
   60 END DO
      DO I = 1, 3
        K = -I ** 2 * (-3) + K / 2 // 'a'
      ENDDO
      DO WHILE (K .GT. 0)
        K = K - 1
      END DO
      IF (A .EQV. B .NEQV. C) CALL X
      IF (A .XOR. B) RETURN
      IF = 3
      IF (3) = 4
      THEN = 5
      IF (A) THEN = 6
      END = 7
      DO = 8
      FORMAT(1) = 9
      END
