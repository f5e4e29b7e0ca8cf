C call: STEPS("N", "M", K)
C inputs: N int -3 12, M int 0 5
      SUBROUTINE STEPS(N, M, K)
      K = 0
      GO TO (10, 20, 30), M
      K = 100
   10 K = K + N
   20 DO 25 I = N, 1, -3
         K = K + MOD(I, 4)
         IF (K .GT. 20) GO TO 30
   25 CONTINUE
   30 K = K + ISIGN(M, N - 2) + IDIM(N, M)
      END
