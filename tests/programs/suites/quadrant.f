C     infeasible: 0
      INTEGER FUNCTION QUADR(X, Y)
      REAL X, Y
      IF (X) 10, 20, 30
   10 IF (Y) 11, 20, 12
   11 QUADR = 3
      RETURN
   12 QUADR = 2
      RETURN
   20 QUADR = 0
      RETURN
   30 IF (Y) 31, 20, 32
   31 QUADR = 4
      RETURN
   32 QUADR = 1
      RETURN
      END
