C inputs: int(-9,9) int(-9,9)
      PROGRAM MAIN
      INTEGER A, B, M(3,4), S(4)
      READ (*,*) A, B
      CALL FILL(M, 3, 4, A, B)
      CALL SUMS(M, 3, 4, S)
      WRITE (*,'(4I8)') S
      CALL SUMS(M(2,2), 2, 4, S)
      WRITE (*,'(4I8)') S
      END
      SUBROUTINE FILL(X, N, M, A, B)
      INTEGER N, M, X(N,M), A, B
      DO 10 J = 1, M
      DO 10 I = 1, N
   10 X(I,J) = A*I + B*J
      END
      SUBROUTINE SUMS(X, N, M, S)
      INTEGER N, M, X(N,*), S(M)
      DO 20 J = 1, M
      S(J) = 0
      DO 20 I = 1, N
   20 S(J) = S(J) + X(I,J)
      END
