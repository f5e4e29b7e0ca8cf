C inputs: int(-20,20) int(-20,20)
      PROGRAM MAIN
      COMMON /STATE/ TOTAL, COUNT, LOG(5)
      COMMON BLANK
      INTEGER TOTAL, COUNT, LOG, BLANK, A, B
      READ (*,*) A, B
      BLANK = 7
      CALL ADDTO(A)
      CALL ADDTO(B)
      CALL ADDTO(A - B)
      WRITE (*,'(2I6,5I5,I4)') TOTAL, COUNT, LOG, BLANK
      END
      SUBROUTINE ADDTO(K)
      COMMON /STATE/ SUM, N, HIST(5)
      COMMON Q
      INTEGER SUM, N, HIST, Q, K
      SUM = SUM + K
      N = N + 1
      IF (N .LE. 5) HIST(N) = K
      IF (K .LT. 0) Q = Q + 1
      END
      BLOCK DATA
      COMMON /STATE/ A, B, C(5)
      INTEGER A, B, C
      DATA A, B, C /100, 0, 5*-1/
      END
