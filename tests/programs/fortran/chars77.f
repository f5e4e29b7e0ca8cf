C inputs: word8(abc,hello,xyzzy,a) word8(abc,lo,zz,q)
      PROGRAM MAIN
      CHARACTER*8 A, B, C*16
      INTEGER N
      READ (*,*) A, B
      C = A(1:3)//B
      N = INDEX(C, B(1:2))
      WRITE (*,*) '[', C, ']', N, LEN(C)
      IF (A .LT. B) WRITE (*,*) A, ' BEFORE ', B
      IF (LGE(A, B)) WRITE (*,*) A, ' NOT BEFORE ', B
      C(5:6) = '**'
      DO 10 I = 1, 16
      IF (C(I:I) .EQ. ' ') C(I:I) = CHAR(ICHAR('a') + I - 1)
   10 CONTINUE
      WRITE (*,'(1X,A,A5,A20)') C, C, C
      END
