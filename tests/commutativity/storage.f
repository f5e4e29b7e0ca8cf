C call: MIX("I", "J", X)
C inputs: I int 1 3, J int 1 2
      SUBROUTINE MIX(I, J, X)
      REAL A(3,2), V(6)
      EQUIVALENCE (A(1,1), V(1))
      REAL F
      F(T) = 2.0*T + 1.0
      DO 10 K = 1, 6
         V(K) = K*K
   10 CONTINUE
      A(I,J) = A(I,J) + F(V(J + 1))
      X = TOTAL(A(2,1), 4)
      END
      REAL FUNCTION TOTAL(V, N)
      REAL V(*)
      TOTAL = 0.0
      DO 10 I = 1, N
         TOTAL = TOTAL + V(I)/I
   10 CONTINUE
      END
