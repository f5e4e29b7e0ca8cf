C     TWO UNITS: THE LARGER OF TWO NUMBERS, DOUBLED AS OFTEN AS K SAYS.
      SUBROUTINE TWICE(I, J, K, M)
      INTEGER I, J, K, M
      CALL LARGER(I, J, M)
   10 IF (K .LE. 0) RETURN
      M = M + M
      K = K - 1
      GO TO 10
      END
      SUBROUTINE LARGER(I, J, M)
      INTEGER I, J, M
      M = I
      IF (J .GT. I) M = J
      RETURN
      END
