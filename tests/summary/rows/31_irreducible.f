      SUBROUTINE IRREDU(C, N, X, Y, K)
      INTEGER C, N, X, Y, K
      Y = 0
      K = 0
      IF (C .NE. 0) GO TO 20
 10   X = X + 1
 20   X = X + 2
      Y = Y + X
      K = K + 1
      IF (X .LT. N) GO TO 10
      END
