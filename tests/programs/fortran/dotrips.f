C inputs: int(-6,6) int(-6,6) int(1,3)
      PROGRAM MAIN
      INTEGER L, H, S, N, LAST
      READ (*,*) L, H, S
      CALL TRIPS(L, H, S, N, LAST)
      PRINT *, N, LAST
      CALL TRIPS(H, L, -S, N, LAST)
      PRINT *, N, LAST
      END
      SUBROUTINE TRIPS(L, H, S, N, LAST)
      INTEGER L, H, S, N, LAST, I, TOP
      N = 0
      TOP = H
      IF (S .EQ. 0) RETURN
      DO 10 I = L, TOP, S
      N = N + 1
      TOP = 0
   10 CONTINUE
      LAST = I
      END
