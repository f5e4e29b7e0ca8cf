      SUBROUTINE AMB(I, J, K, L)
      INTEGER A(10), I, J, K, L
      DO 10 M = 1, 10
   10 A(M) = M
      A(5) = 1
      A(3) = A(J) + 2
      K = A(3)
      L = A(4)
      IF (I .GT. 0) RETURN
      IF (A(3) .GT. 4) L = 0
      A(I+7) = 0
      K = A(1)
      END
