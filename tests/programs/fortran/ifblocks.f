C inputs: int(-30,130)
      PROGRAM MAIN
      INTEGER S, G
      READ (*,*) S
      CALL GRADE(S, G)
      PRINT *, S, G
      END
      SUBROUTINE GRADE(S, G)
      INTEGER S, G
      IF (S .LT. 0 .OR. S .GT. 100) THEN
        G = -1
      ELSE IF (S .GE. 90) THEN
        G = 1
      ELSE IF (S .GE. 70) THEN
        G = 2
        IF (MOD(S, 2) .EQ. 0) THEN
          G = 20
        END IF
      ELSE
        G = 3
      END IF
      END
