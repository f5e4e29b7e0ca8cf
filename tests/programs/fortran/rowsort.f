C inputs: int(-9,9) int(-9,9) int(-9,9) int(-9,9)
      PROGRAM MAIN
C     Insertion sort, written backwards with GO TO.
      INTEGER A(4), I, J, T
      READ (*,*) A
      I = 2
   10 IF (I .GT. 4) GO TO 40
      T = A(I)
      J = I - 1
   20 IF (J .LT. 1) GO TO 30
      IF (A(J) .LE. T) GO TO 30
      A(J+1) = A(J)
      J = J - 1
      GO TO 20
   30 A(J+1) = T
      I = I + 1
      GO TO 10
   40 PRINT 50, A
   50 FORMAT (4(1X, I3))
      END
