C     Traps of fixed form: blanks mean nothing, columns do.
      SUBROUTINE TRAPS(H, N)                                            IGNORED
      REAL*8 HELLO, HE LLO2
      INTEGER*2 H1, N
      LOGICAL*1 HELD
      CHARACTER*8 HUGO
      CHARACTER*5,TEXT
      COMMON A,//B
      COMMON /BLK/ C, D // E /OTHER/ F(3), G
      DATA IX /4HABCD/, IY, IZ /2*3HX Y/
      DO10I=1.5
      DO 10 I = 1, 5
      DO 10 J = 1, 5
      IF (1.EQ.2) HELLO = 1.E5
      IF (X.EQ.1.OR.X.EQ.2.D0) HELLO = 1..AND.2
   10 CONTINUE
      DO 20 J = 1, N
         DO 20 K = J, N, 2
   20 A = A + 1 . 5 E - 3
      IF(A)30,40,5 0
   30 GOTO(10,20,40),I
   40 GO TO LAB, (30, 40)
   50 A S S I G N 30 TO LAB
      WRITE(6,60)(F(I),I=1,3),((C,I=1,2),J=1,3)
   60 FORMAT(1H1,5X,5HA B C1X3HDEF,F5.2,'it''s' 'two'/1P,E12.4)
   70 FORMAT(//(3X,I5))
      TEXT = 'A quote '' and a ! and
     1 a continued one' // "x"
      READ5,X
      READ(5,60,END=30,ERR=40)X,Y
      PRINT*,X
      PRINT 60
      CALL SUB(*30,A,*40,3HABC)
      STOP 77
      END
      REAL FUNCTION F(X)
      REAL FUNCTIONS(10), FUNCTION
      F=X
      RETURN
      END
