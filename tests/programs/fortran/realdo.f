C inputs: real(0,2) real(1,3)
      PROGRAM MAIN
      REAL A, B, X, S
      READ (*,*) A, B
      S = 0
      N = 0
      DO 10 X = A, B, 0.25
      S = S + X*X
   10 N = N + 1
      WRITE (*,20) N, S, X
   20 FORMAT (' N=', I3, ' S=', F10.4, ' X=', 1PE12.4)
      END
