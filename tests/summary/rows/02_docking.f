C     A ship slows down: the loop ends when the next velocity is not positive.
      SUBROUTINE DOCK(DIST, V, A, DT, T, C, NX)
      REAL DIST, V, A, DT, T, C, NX
      C = V
      NX = V + A*DT
 10   DIST = DIST - C*DT
      C = NX
      T = T + DT
      NX = C + A*DT
      IF (NX .GT. 0.0) GO TO 10
      END
