! inputs: int(-9,9)
! Variables of different sizes in the same storage: each reads the bytes that are there.
      PROGRAM P
      INTEGER K, M
      INTEGER*1 B(4), S
      INTEGER*2 H(2)
      CHARACTER*4 C
      EQUIVALENCE (B, K), (H, K), (C, K)
      INTEGER*8 L
      INTEGER I(2)
      EQUIVALENCE (L, I)
      INTEGER*1 T
      CHARACTER D
      EQUIVALENCE (T, D)
      READ *, M
      K = 258 + 65536 * 5
      PRINT *, B, H
      B(2) = 7
      B(4) = -1
      PRINT *, K, H, M
      H(1) = -2
      PRINT *, K, B
      C = 'AbcZ'
      PRINT *, K, B, H
      K = 1145258561
      PRINT *, C, ICHAR(C(2:2))
      L = -1
      I(2) = 0
      PRINT *, L, I(1) + M
      T = -56
      PRINT *, ICHAR(D)
      D = CHAR(255)
      PRINT *, T
      S = B(3)
      PRINT *, S + M
      END
