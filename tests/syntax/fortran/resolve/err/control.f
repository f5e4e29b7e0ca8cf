      SUBROUTINE S(X)
      DIMENSION X(3)
      COMMON /A/ P(2), W(2)
      EQUIVALENCE (P(1), W(2)), (P(1), V(3))
      DIMENSION V(5)
      GO TO 10
      GO TO (20, 30), 'A'
   20 CONTINUE
   20 CONTINUE
      WRITE (6, 40) X
      READ (5, FMT) Y
      ASSIGN 77 TO I
      EXIT
      CYCLE
      IF (X) 20, 20, 20
      DO 50 X = 1, 3
   50 CONTINUE
      RETURN 1
      CALL T(*20)
      WRITE (6, WRONG=1) X
      Y = X
      DATA Z /1, 2/, I, J /1/
      END
      SUBROUTINE T
      END
