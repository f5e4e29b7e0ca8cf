      BLOCK DATA
      IMPLICIT REAL*8 (A-H, O-Z), INTEGER (I-N), CHARACTER*4 (C)
      IMPLICIT COMPLEX(KIND=8) (Z), LOGICAL (L, M)
      DIMENSION A(10), B(-1:1, 0:N), IX(*)
      COMMON /BLK/ A, B
      EQUIVALENCE (A(1), X), (B(0, 1), Y, IX)
      DATA A /10*0.0D0/, X, Y /1.0, -2.0/
      DATA (B(I, 1), I = -1, 1), ((B(I, J), I = -1, 1), J = 0, 2, 2)
     + /6*1.5, 3*-1/
      DATA C /(1.0, -2.0)/, L /.TRUE./, K /Z'FF'/, M /O'17'/, N /'1F'X/
      END
      SUBROUTINE S(A, *, N, *)
      CHARACTER A*(*), B(3)*5, C
      CHARACTER*(*) D
      PARAMETER (PI = 3.14159, N2 = 2*3)
      INTEGER X /5/, Y(3) /3*0/
      EXTERNAL F, G
      INTRINSIC SIN
      SAVE
      SAVE X, /BLK/
      DOUBLE PRECISION DP
      COMPLEX*16 Z
      BYTE BB
      NAMELIST /NML/ X, Y /NM2/ DP
      F1(X) = X**2 + 1
      F2(X, Y) = F1(X) - Y
      ENTRY SE(A, *)
      DP = F2(1.0, 2.0)
      RETURN 1
      END
      INTEGER FUNCTION IFUN*2(I)
      IFUN = I
      END
      REAL*8FUNCTIONHYPOT2(X,Y)
      REAL FUNCTIONHALF*4, Z
      END
