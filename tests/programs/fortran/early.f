C inputs: int(-2,6) int(-2,2)
      PROGRAM MAIN
C     The right operand fails unless the left one settles the condition.
      INTEGER V(4), K, D
      LOGICAL B
      DATA V /4, 3, 2, 1/
      READ (*,*) K, D
      IF (K .GE. 1 .AND. K .LE. 4 .AND. V(K) .GT. 2) PRINT *, 'LARGE'
      IF (D .EQ. 0 .OR. 12.0/D .GT. 5.0) PRINT *, 'ZERO OR SMALL'
      B = D .GT. 0 .AND. SQRT(REAL(D)) .GT. 1.2
      PRINT *, B, .NOT. (K .LT. 1 .OR. K .GT. 4 .OR. V(K) .EQ. 1)
      END
