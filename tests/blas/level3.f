C     Level 3: matrices.
C     needs: dgemm dsymm dsyrk dtrmm dtrsm zgemm zherk dsyr2k lsame xerbla
      PROGRAM LEVEL3
      INTEGER I, J, N
      PARAMETER (N = 3)
      DOUBLE PRECISION A(N,N), B(N,N), C(N,N)
      COMPLEX*16 Z(N,N), W(N,N), V(N,N)
      CHARACTER*1 T(2), S(2), U(2)
      DATA T /'N', 'T'/, S /'L', 'R'/, U /'U', 'L'/
      DO 10 J = 1, N
      DO 10 I = 1, N
      A(I,J) = I - 0.7D0*J
      IF (I .EQ. J) A(I,J) = 5.0D0 + I
      B(I,J) = 1.0D0/(I + J)
      C(I,J) = I*J
      Z(I,J) = DCMPLX(A(I,J), B(I,J))
      W(I,J) = DCMPLX(C(I,J), -A(I,J))
   10 V(I,J) = (0.0D0, 0.0D0)
      DO 20 I = 1, 2
      CALL DSYMM(S(I), U(I), N, N, 0.5D0, A, N, B, N, 0.1D0, C, N)
      PRINT '(3E18.10)', C
      CALL DSYRK(U(I), T(I), N, N, 1.0D0, B, N, 0.5D0, C, N)
      CALL DSYR2K(U(I), T(I), N, N, 0.1D0, A, N, B, N, 1.0D0, C, N)
      PRINT '(3E18.10)', C
      DO 20 J = 1, 2
      CALL DGEMM(T(I), T(J), N, N, N, 0.2D0, A, N, B, N, 0.3D0, C, N)
      PRINT '(3E18.10)', C
      CALL DTRMM(S(I), U(J), T(I), 'N', N, N, 0.1D0, A, N, C, N)
      CALL DTRSM(S(J), U(I), T(J), 'U', N, N, 1.5D0, A, N, C, N)
   20 PRINT '(3E18.10)', C
      CALL ZGEMM('C', 'T', N, N, N, (1.0D0, 0.5D0), Z, N, W, N,
     +   (0.0D0, 0.0D0), V, N)
      PRINT '(4E18.10)', V
      CALL ZHERK('U', 'N', N, N, 0.5D0, Z, N, 0.25D0, V, N)
      PRINT '(4E18.10)', V
      END
