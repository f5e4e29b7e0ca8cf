C inputs: real(-3,3) int(-4,6)
      PROGRAM MAIN
      REAL X, Y
      DOUBLE PRECISION D
      INTEGER N
      READ (*,*) X, N
      IF (X .EQ. 0.0) X = 1.5
      Y = X**N
      D = DBLE(X)**N
      WRITE (*,'(1X,E15.7,D23.15)') Y, D
      WRITE (*,*) N**2, (-2)**ABS(N), 2**MAX(N, 0), ABS(X)**0.5
      END
