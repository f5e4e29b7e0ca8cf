C     infeasible: 0
C     Solves two equations; IER tells if that cannot be done.
      SUBROUTINE SOLVE2(A, B, X, IER)
      REAL A(2,2), B(2), X(2), D
      INTEGER IER
      IER = 0
      D = A(1,1)*A(2,2) - A(1,2)*A(2,1)
      IF (D .EQ. 0.0) GO TO 50
      X(1) = (B(1)*A(2,2) - A(1,2)*B(2))/D
      X(2) = (A(1,1)*B(2) - B(1)*A(2,1))/D
      IF (ABS(X(1)) .GT. 1000.0 .OR. ABS(X(2)) .GT. 1000.0) IER = 1
      RETURN
   50 IER = 2
      IF (B(1) .EQ. 0.0 .AND. B(2) .EQ. 0.0) IER = 3
      END
