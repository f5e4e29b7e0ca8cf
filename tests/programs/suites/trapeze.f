C     infeasible: 0
C     The index of the first value above a limit, by arithmetic IF and GO TO.
      SUBROUTINE FIRST(X, N, LIMIT, AT)
      INTEGER N, X(N), LIMIT, AT
      AT = 0
      IF (N) 90, 90, 10
   10 I = 1
   20 IF (X(I) .GT. LIMIT) GO TO 80
      I = I + 1
      IF (I .LE. N) GO TO 20
      GO TO 90
   80 AT = I
   90 RETURN
      END
