      PROGRAM MAIN
      EXTERNAL G
      INTRINSIC SIN, IABS
      CHARACTER*5 NAME
      REAL AREA
      AREA(W, H) = W*H + G(W)
      X = AREA(2.0, F(G, 3.0))
      Y = F(SIN, X) + FUN(X)
      Z = AREA(FUN(X), 1)
      CALL ALT(X, *10, *20)
      Z = OTHER(1.0) + MISSING(2)
   10 CALL NOWHERE(X)
   20 WRITE (*, *) NAME(X), K(IABS)
      END
      REAL FUNCTION F(P, T)
      F = P(T) + 1
      RETURN
      END
      FUNCTION G(T)
      G = T**2
      END
      FUNCTION FUN(X)
      FUN = X
      IF (X .GT. 1) RETURN
      ENTRY OTHER(Z)
      OTHER = Z + X
      END
      SUBROUTINE ALT(X, *, *)
      IF (X) 1, 2, 3
    1 RETURN 1
    2 RETURN
    3 RETURN INT(X)
      END
      CHARACTER*(*) FUNCTION NAME(X)
      NAME = 'N' // CHAR(ICHAR('A') + INT(X))
      END
      FUNCTION K(M)
      EXTERNAL M
      K = M(-3)
      END
