C inputs: int(-9,9) int(-9,9) real(-9,9)
      PROGRAM MAIN
C     A COMMON block declared differently in two units, and equivalenced arrays.
      COMMON /POOL/ I, J, X, Y(2)
      INTEGER V(6), W(2,3)
      EQUIVALENCE (V(1), W(1,1))
      READ (*,*) I, J, X
      Y(1) = X + 0.5
      Y(2) = X*J
      DO 10 K = 1, 6
   10 V(K) = K*I - J
      CALL OTHER
      WRITE (*,*) I, J
      WRITE (*,'(3F8.2)') X, Y
      WRITE (*,'(6I5)') W(2,1), W(1,3), V(3), W
      END
      SUBROUTINE OTHER
      COMMON /POOL/ N(2), R(3)
      M = N(1)
      N(1) = N(2)
      N(2) = M
      IF (R(2) .GT. R(1)) R(3) = R(3) + 1.0
      END
