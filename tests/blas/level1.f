C     Level 1: vectors, with all kinds of increments.
C     needs: ddot daxpy dscal dcopy dswap dnrm2 dasum idamax drot drotg sdot
C     needs: saxpy scnrm2 cdotc caxpy zdotu zscal sasum isamax dzasum dcabs1
      PROGRAM LEVEL1
      INTEGER I, N, IDAMAX, ISAMAX
      PARAMETER (N = 7)
      DOUBLE PRECISION X(2*N), Y(2*N), DDOT, DNRM2, DASUM, C, S, A, B
      DOUBLE PRECISION DZASUM
      REAL U(N), V(N), SDOT, SASUM, SCNRM2
      COMPLEX P(N), Q(N), CDOTC
      COMPLEX*16 Z(N), W(N), ZDOTU
      DO 10 I = 1, 2*N
      X(I) = 1.0D0/I
   10 Y(I) = (-1)**I*(I - 3.5D0)
      DO 20 I = 1, N
      U(I) = I/3.0
      V(I) = 5.0 - I
      P(I) = CMPLX(U(I), V(I))
      Q(I) = CMPLX(V(I), -1.0)
      Z(I) = DCMPLX(X(I), Y(I))
   20 W(I) = DCMPLX(Y(I), X(I))
      PRINT *, DDOT(N, X, 1, Y, 1), DDOT(N, X, 2, Y, -1)
      PRINT *, DNRM2(N, X, 1), DASUM(N, Y, 2), IDAMAX(N, Y, 2)
      CALL DAXPY(N, 2.5D0, X, 1, Y, 2)
      CALL DSCAL(N, -0.5D0, X, 2)
      PRINT '(4E18.10)', X, Y
      CALL DCOPY(N, X, 1, Y, -2)
      CALL DSWAP(N, X, 2, Y, 1)
      PRINT '(4E18.10)', X, Y
      A = 3.0D0
      B = -4.0D0
      CALL DROTG(A, B, C, S)
      PRINT *, A, B, C, S
      CALL DROT(N, X, 1, Y, 1, C, S)
      PRINT '(4E18.10)', X
      PRINT *, SDOT(N, U, 1, V, 1), SASUM(N, V, 1), ISAMAX(N, V, 1)
      CALL SAXPY(N, 0.1, U, 1, V, 1)
      PRINT *, V
      PRINT *, SCNRM2(N, P, 1), CDOTC(N, P, 1, Q, 1)
      CALL CAXPY(N, (1.0, -2.0), P, 1, Q, 1)
      PRINT *, Q
      PRINT *, ZDOTU(N, Z, 1, W, -1), DZASUM(N, Z, 1)
      CALL ZSCAL(N, (0.0D0, 1.0D0), Z, 1)
      PRINT *, Z
      END
