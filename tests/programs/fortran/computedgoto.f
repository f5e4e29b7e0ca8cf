C inputs: int(-2,6) int(0,20)
      PROGRAM MAIN
      INTEGER N, X, R
      READ (*,*) N, X
      CALL CHOOSE(N, X, R)
      WRITE (*,'(A,I0,A,I0)') ' CASE ', N, ' GIVES ', R
      END
      SUBROUTINE CHOOSE(N, X, R)
      INTEGER N, X, R
      R = -1
      GO TO (100, 200, 300, 200), N
      R = 99
      RETURN
  100 R = X
      RETURN
  200 R = X*2
  300 R = R + 3
      END
