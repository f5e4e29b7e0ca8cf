C     Orders: every kind of variable that a report may show.
      SUBROUTINE ORDER(NAME, AMOUNT, PRICES, Z, RUSH, TOTAL)
      CHARACTER*(*) NAME
      INTEGER AMOUNT, I
      REAL PRICES(2,3), TOTAL
      COMPLEX Z
      LOGICAL RUSH
      COMMON /BOOKS/ COUNT, LAST
      INTEGER COUNT
      CHARACTER*4 LAST
      TOTAL = 0.0
      DO 10 I = 1, 3
         TOTAL = TOTAL + AMOUNT*PRICES(2,I)
   10 CONTINUE
      CALL DISCNT(AMOUNT, TOTAL)
      COUNT = COUNT + 1
      LAST = NAME
      PRICES(1,3) = TOTAL/2
      IF (RUSH .AND. TOTAL .GT. 100.0) THEN
         NAME(1:1) = '!'
         Z = Z*(0.0,1.0)
      END IF
      END
      SUBROUTINE DISCNT(N, SUM)
      INTEGER N
      REAL SUM
      IF (N .GE. 10) SUM = 0.9*SUM
      END
