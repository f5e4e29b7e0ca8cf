C inputs: int(-20,20) int(1,9) real(-9,9)
      PROGRAM MAIN
      INTEGER I, J
      REAL X
      READ (*,*) I, J, X
      PRINT *, MOD(I, J), I/J, ISIGN(J, I), IDIM(I, J), MAX0(I, J)
      PRINT *, INT(X), NINT(X), AINT(X), ANINT(X)
      WRITE (*,'(5F11.5)') ABS(X), SQRT(ABS(X)), SIN(X), EXP(X/4),
     +   ATAN2(X, 2.0)
      PRINT *, AMOD(X, 2.5), SIGN(1.5, X), DIM(X, 1.0), IFIX(X)
      END
