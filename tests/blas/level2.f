C     Level 2: a matrix and a vector.
C     needs: dgemv dger dsymv dtrmv dtrsv dsyr dgbmv dspmv zgemv ztrsv
C     needs: lsame xerbla
      PROGRAM LEVEL2
      INTEGER I, J, N
      PARAMETER (N = 4)
      DOUBLE PRECISION A(N,N), B(N,N), X(N), Y(N), P(N*(N+1)/2)
      COMPLEX*16 Z(N,N), W(N), V(N)
      CHARACTER*1 UPLO(2), TRANS(2), DIAG(2)
      DATA UPLO /'U', 'L'/, TRANS /'N', 'T'/, DIAG /'N', 'U'/
      DO 10 J = 1, N
      X(J) = J - 2.5D0
      Y(J) = 1.0D0/J
      W(J) = DCMPLX(X(J), Y(J))
      V(J) = (1.0D0, 0.5D0)
      DO 10 I = 1, N
      A(I,J) = I + 0.1D0*J
      IF (I .EQ. J) A(I,J) = 10 + I
      B(I,J) = 0.1D0*A(I,J)
   10 Z(I,J) = DCMPLX(A(I,J), B(I,J) - I)
      DO 15 I = 1, N*(N+1)/2
   15 P(I) = I*0.25D0
      DO 20 I = 1, 2
      CALL DGEMV(TRANS(I), N, N, 1.5D0, A, N, X, 1, -0.5D0, Y, 1)
      PRINT '(4E18.10)', Y
      CALL DSYMV(UPLO(I), N, 0.3D0, A, N, X, 1, 1.0D0, Y, 1)
      PRINT '(4E18.10)', Y
      CALL DSPMV(UPLO(I), N, 0.3D0, P, X, 1, 1.0D0, Y, -1)
      PRINT '(4E18.10)', Y
      DO 20 J = 1, 2
      CALL DTRMV(UPLO(I), TRANS(J), DIAG(J), N, A, N, X, 1)
      PRINT '(4E18.10)', X
      CALL DTRSV(UPLO(J), TRANS(I), DIAG(I), N, A, N, X, 1)
   20 PRINT '(4E18.10)', X
      CALL DGER(N, N, 0.01D0, X, 1, Y, -1, A, N)
      CALL DSYR('L', N, -0.02D0, X, 1, A, N)
      PRINT '(4E18.10)', A
      CALL DGBMV('N', N, N, 1, 2, 2.0D0, A, N, X, 1, 0.5D0, Y, 1)
      PRINT '(4E18.10)', Y
      CALL ZGEMV('C', N, N, (1.0D0, 1.0D0), Z, N, W, 1, (0.5D0, 0.0D0),
     +   V, 1)
      PRINT '(4E18.10)', V
      CALL ZTRSV('U', 'C', 'N', N, Z, N, V, 1)
      PRINT '(4E18.10)', V
      END
