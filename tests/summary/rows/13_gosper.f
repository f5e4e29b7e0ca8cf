      SUBROUTINE GOSPER(N, F, S, H)
      INTEGER N, F, S, I
      REAL H
      F = 1
      S = 0
      H = 0.0
      DO 10 I = 1, N
        F = F * I
        S = S + I*F
        H = H + 1.0/(I*(I + 1))
 10   CONTINUE
      END
