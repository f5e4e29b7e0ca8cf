C     A starship that approaches a station, for one step of time. ERROR tells what is wrong with the data.
      SUBROUTINE DOCKING(STATION, STARSHIP, THRUST, VELOCITY, DELTAT,
     +                   TIME, DISTANCE, ERROR)
      REAL STATION, STARSHIP, THRUST, VELOCITY, DELTAT
      REAL TIME, DISTANCE
      INTEGER ERROR
      REAL SLOWER
      ERROR = 0
      IF (STATION .LE. STARSHIP) ERROR = 1
      IF (VELOCITY .LE. 0.0 .OR. DELTAT .LE. 0.0) ERROR = 2
      IF (ERROR .NE. 0) RETURN
      SLOWER = THRUST*DELTAT/STARSHIP
      IF (SLOWER .GE. DISTANCE) THEN
         ERROR = 3
         RETURN
      END IF
      TIME = TIME + DELTAT
      DISTANCE = DISTANCE - VELOCITY*DELTAT
      IF (DISTANCE .LT. 0.0) ERROR = 4
      END
