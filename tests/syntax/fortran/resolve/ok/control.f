      SUBROUTINE S(N, X, Y)
      REAL*8 Y
      COMPLEX Z
      DO 10 I = 1, N
      DO 10 J = N, 1, -1
      IF (I .EQ. J) GO TO 10
      X = X + I*J
   10 CONTINUE
      DO 20 T = 0.0, 1.0, 0.25
   20 Y = Y + T
      GO TO (10, 30, 40), N + 1
      ASSIGN 30 TO LAB
      GO TO LAB, (30, 40)
      GO TO LAB
   30 IF (X .LT. Y) THEN
        X = Y
      ELSE IF (X .GT. 2) THEN
        X = N**2 + X**N + X**0.5 + Y**X + N**X
      ELSE
        Z = (1.0, 2.0) * X + Y
   35 END IF
   40 IF (N .NE. 0) STOP 'DONE'
      STOP 7
   50 PAUSE
      END
