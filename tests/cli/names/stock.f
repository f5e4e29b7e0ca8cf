C     N IS A PARAMETER HERE AND LIES IN A COMMON BLOCK THERE.
      SUBROUTINE ORDER(N, R)
      INTEGER N, R
      CALL LEFT(R)
      IF (R .LT. N) R = 0
      END
      SUBROUTINE LEFT(R)
      INTEGER R
      COMMON /STOCK/ N, M(2)
      R = N
      END
      SUBROUTINE BOTH(R)
      INTEGER R, N
      COMMON /SHOP/ N
      CALL LEFT(R)
      IF (R .EQ. N) R = 1
      END
      INTEGER FUNCTION NEXT1(K)
      INTEGER K, SEEN
      SAVE SEEN
      DATA SEEN /0/
      SEEN = SEEN + K
      NEXT1 = SEEN
      END
      INTEGER FUNCTION NEXT2(K)
      INTEGER K, SEEN
      SAVE SEEN
      DATA SEEN /0/
      SEEN = SEEN + K
      NEXT2 = SEEN
      END
      SUBROUTINE ALIKE(R)
      INTEGER R, NEXT1, NEXT2
      R = 0
      IF (NEXT1(0) .EQ. NEXT2(0)) R = 1
      END
