      SUBROUTINE S
      X = 'NOT CLOSED
      WRITE (6, 10)
      FORMAT (I5)
 10   FORMAT (I5
 20   FORMAT (20HTOO SHORT)
      Y = 5HAB
      DO 100 I = 1, 5
      X = 1
      END
      SUBROUTINE T
      DO 100 I = 1, 5
      IF (X .EQ. 1) THEN
  100 CONTINUE
      GO TO 0
      ASSIGN X TO Y
      ASSIGN 10 Y
      IF (X) 10, 20
      IF (X) IF (Y) Z = 1
      IF (X) INTEGER Z
      IF (X)
      END
