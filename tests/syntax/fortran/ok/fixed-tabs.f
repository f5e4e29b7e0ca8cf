	PROGRAM TABS
	INTEGER I,
	1J
10	I = 1; J = 2
	IF (I .EQ. J)
	2	STOP
! a comment
*     another
D     WRITE(*,*) 'debug line'
      I = 1 +	! comment behind
     !    2
      END
