      SUBROUTINE SIGNUM(K, R)
      INTEGER K, R
      IF (K + 2) 10, 20, 30
   10 R = -1
      RETURN
   20 R = 0
      RETURN
   30 GO TO (10, 20, 40), K
      R = 7
      RETURN
   40 R = 1
      END
