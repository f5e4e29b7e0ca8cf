C inputs: int(-9,9) int(-9,9) int(1,4)
      PROGRAM MAIN
C     Sequence association: an element passed as an array, with other bounds and other dimensions.
      INTEGER A(2,4), X, Y, K, I, J
      READ (*,*) X, Y, K
      DO 10 J = 1, 4
      DO 10 I = 1, 2
   10 A(I,J) = X*I + Y*J
      CALL TAIL(A(1,2), 6, K)
      CALL SQUARE(A, 2)
      WRITE (*,'(8I5)') A
      END
      SUBROUTINE TAIL(V, N, K)
      INTEGER V(0:*), N, K, I
      DO 20 I = 0, N - 1
      IF (V(I) .GT. K) V(I) = V(I) - K
   20 CONTINUE
      RETURN
      END
      SUBROUTINE SQUARE(M, N)
      INTEGER N, M(N,N), T
      T = M(1,2)
      M(1,2) = M(2,1)
      M(2,1) = T
      END
