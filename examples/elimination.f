C     Linear systems by elimination with partial pivoting.
C
C     FACTOR replaces A by its factors and notes the rows it exchanged; INFO is 0, or the column in which no pivot was
C     found. SOLVE uses what FACTOR left to replace B by the solution of A*X = B.
C
      SUBROUTINE FACTOR(A, LDA, N, IPVT, INFO)
      INTEGER LDA, N, IPVT(N), INFO, I, J, K, L
      REAL A(LDA,N), T
      INFO = 0
      DO 50 K = 1, N - 1
         L = K
         DO 10 I = K + 1, N
            IF (ABS(A(I,K)) .GT. ABS(A(L,K))) L = I
   10    CONTINUE
         IPVT(K) = L
         IF (A(L,K) .EQ. 0.0) THEN
            INFO = K
            RETURN
         END IF
         IF (L .NE. K) THEN
            T = A(L,K)
            A(L,K) = A(K,K)
            A(K,K) = T
         END IF
         DO 20 I = K + 1, N
            A(I,K) = A(I,K)/A(K,K)
   20    CONTINUE
         DO 40 J = K + 1, N
            T = A(L,J)
            IF (L .NE. K) THEN
               A(L,J) = A(K,J)
               A(K,J) = T
            END IF
            DO 30 I = K + 1, N
               A(I,J) = A(I,J) - A(I,K)*T
   30       CONTINUE
   40    CONTINUE
   50 CONTINUE
      IPVT(N) = N
      IF (A(N,N) .EQ. 0.0) INFO = N
      END

      SUBROUTINE SOLVE(A, LDA, N, IPVT, B)
      INTEGER LDA, N, IPVT(N), I, K, L
      REAL A(LDA,N), B(N), T
      DO 20 K = 1, N - 1
         L = IPVT(K)
         T = B(L)
         IF (L .NE. K) THEN
            B(L) = B(K)
            B(K) = T
         END IF
         DO 10 I = K + 1, N
            B(I) = B(I) - A(I,K)*T
   10    CONTINUE
   20 CONTINUE
      DO 40 K = N, 1, -1
         B(K) = B(K)/A(K,K)
         DO 30 I = 1, K - 1
            B(I) = B(I) - A(I,K)*B(K)
   30    CONTINUE
   40 CONTINUE
      END

C     Solves two equations; what they were comes back in C and D, so that the solution can be checked.
      SUBROUTINE TWO(A, B, INFO)
      INTEGER INFO, IPVT(2), I, J
      REAL A(2,2), B(2), C(2,2), D(2)
      DO 20 J = 1, 2
         D(J) = B(J)
         DO 10 I = 1, 2
            C(I,J) = A(I,J)
   10    CONTINUE
   20 CONTINUE
      CALL FACTOR(A, 2, 2, IPVT, INFO)
      IF (INFO .NE. 0) RETURN
      CALL SOLVE(A, 2, 2, IPVT, B)
!$sextant prove (C(1,1)*B(1) + C(1,2)*B(2) == D(1))
!$sextant prove (C(2,1)*B(1) + C(2,2)*B(2) == D(2))
      END

      SUBROUTINE THREE(A, B, INFO)
      INTEGER INFO, IPVT(3), I, J
      REAL A(3,3), B(3), C(3,3), D(3), R
      DO 20 J = 1, 3
         D(J) = B(J)
         DO 10 I = 1, 3
            C(I,J) = A(I,J)
   10    CONTINUE
   20 CONTINUE
      CALL FACTOR(A, 3, 3, IPVT, INFO)
      IF (INFO .NE. 0) RETURN
      CALL SOLVE(A, 3, 3, IPVT, B)
      DO 30 I = 1, 3
         R = C(I,1)*B(1) + C(I,2)*B(2) + C(I,3)*B(3)
!$sextant prove (R == D(I))
   30 CONTINUE
      END
