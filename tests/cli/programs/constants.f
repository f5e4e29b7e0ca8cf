C     What DATA gives and nothing assigns is a constant.
      SUBROUTINE GRADE(X, Y)
      INTEGER X, Y, LIMIT
      DATA LIMIT /7/
      Y = 1
      IF (X .LT. LIMIT) Y = 2
      END

      SUBROUTINE SHARED(X, Y)
      INTEGER X, Y, BOUND
      COMMON /BOUNDS/ BOUND
      Y = 1
      IF (X .LT. BOUND) Y = 2
      END

      BLOCK DATA
      INTEGER BOUND
      COMMON /BOUNDS/ BOUND
      DATA BOUND /9/
      END

C     Somebody assigns it in the same place under another name.
      SUBROUTINE MOVED(X, Y)
      INTEGER X, Y, LIMIT, OTHER
      EQUIVALENCE (LIMIT, OTHER)
      DATA LIMIT /7/
      Y = 1
      IF (X .LT. LIMIT) Y = 2
      OTHER = X
      END

C     Whoever gets it may assign it.
      SUBROUTINE LENT(X, Y)
      INTEGER X, Y, LIMIT
      SAVE LIMIT
      DATA LIMIT /7/
      Y = 1
      IF (X .LT. LIMIT) Y = 2
      CALL TAKE(LIMIT)
      END

      SUBROUTINE TAKE(N)
      INTEGER N
      N = N + 1
      END
