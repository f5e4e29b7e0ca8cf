C inputs: int(0,1) int(0,1) int(0,1)
      PROGRAM MAIN
      INTEGER A, B, C, R
      READ (*,*) A, B, C
      CALL GATES(A, B, C, R)
      PRINT *, R, A .EQ. B, .NOT. A .EQ. C
      END
      SUBROUTINE GATES(A, B, C, R)
      INTEGER A, B, C, R
      LOGICAL P, Q, S
      P = A .NE. 0
      Q = B .NE. 0
      S = C .NE. 0
      R = 0
      IF (P .AND. Q .OR. S) R = R + 1
      IF (P .EQV. Q) R = R + 2
      IF (Q .NEQV. S) R = R + 4
      IF (.NOT. (P .OR. Q)) R = R + 8
      END
