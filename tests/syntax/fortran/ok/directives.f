      SUBROUTINE D(N)
C$SEXTANT ASSUME (N .GT. 0)
      N = N + 1
*$SEXTANT PROVE (N .GT. 1)
!$SEXTANT ASSERT (N .NE. 0)
C     $SEXTANT is nothing here
      END
