      PROGRAM MAIN
C     THE SAME BLOCK SEEN IN THREE WAYS; ONLY TRUE OVERLAYS SHARE AN AREA.
      COMMON /BLK/ A, I, X(4), D
      DOUBLE PRECISION D
      COMMON P, Q
      INTEGER K(6)
      REAL R(3)
      LOGICAL L
      EQUIVALENCE (K(2), R(1)), (L, K(6))
      EQUIVALENCE (Q, W)
      CHARACTER*8 C, E*3
      EQUIVALENCE (C(6:8), E)
      DATA K /2*1, 3*(-7), 0/, C /'ABC'/
      A = I + X(2)
      R(1) = D
      W = P
      CALL SUB
      END
      SUBROUTINE SUB
      COMMON /BLK/ B, J, Y(2), Z(2)
      DOUBLE PRECISION D
      COMMON /BLK/ D
      COMPLEX P
      COMMON P
      REAL HOL, T(2,3)
      INTEGER H
      SAVE
      DATA H /4HABCD/, HOL /3HXYZ/
      DATA ((T(M,N), M = 1, 2), N = 1, 3) /6*1.5/
      U = 1
      U = U + B + REAL(P) + T(1,2)
      END
      BLOCK DATA
      COMMON /BLK/ A, I, X(4), D
      DOUBLE PRECISION D
      DATA A /1/, D /2.5/, X(1), X(4) /0.1, -2/
      END
