C inputs: int(0,5)
      PROGRAM MAIN
      INTEGER N, I, TICK
      READ (*,*) N
      DO 10 I = 1, N
   10 PRINT *, TICK(I)
      END
      INTEGER FUNCTION TICK(K)
      INTEGER COUNT, K
      SAVE COUNT
      DATA COUNT /10/
      COUNT = COUNT + K
      TICK = COUNT
      END
