C     infeasible: 0
      SUBROUTINE DISPAT(K, N)
      INTEGER K, N, LAST
      COMMON /KEEP/ LAST
      GO TO (100, 200, 300), K
      N = -1
      RETURN
  100 N = N + 1
      GO TO 900
  200 IF (LAST .EQ. 2) N = 0
      GO TO 900
  300 N = -N
  900 LAST = K
      END
