      SUBROUTINE CLEAR(A, N)
      DIMENSION A(1000)
      DO 10 I=1,1000
   10 A(I)=0
      IF (N .GT. 0) A(7)=N
      END
