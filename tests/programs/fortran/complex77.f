C inputs: real(-4,4) real(-4,4) real(1,4) real(1,4)
      PROGRAM MAIN
      REAL A, B, C, D
      COMPLEX Z, W, Q
      READ (*,*) A, B, C, D
      Z = CMPLX(A, B)
      W = CMPLX(C, D)
      Q = Z*W + CONJG(Z) - (1.0, 2.0)
      WRITE (*,10) REAL(Q), AIMAG(Q), ABS(W*CONJG(W))
   10 FORMAT (1X, 3F12.4)
      IF (Z .EQ. W) PRINT *, 'SAME'
      WRITE (*,'(2F10.4)') Z/W
      END
