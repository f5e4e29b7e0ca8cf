      PROGRAM RW
      INTEGER N, M, K
      OPEN(10, FILE='in.dat', STATUS='OLD')
      READ(10,*) N
      READ(10,*) M
      REWIND 10
      READ(10,*) K
      IF (K .NE. N) STOP 1
      BACKSPACE 10
      READ(10,*) K
      IF (K .NE. N) STOP 2
      OPEN(11, STATUS='SCRATCH')
      WRITE(11,*) N, M
      WRITE(11,*) K
      REWIND 11
      READ(11,*) K
      IF (K .GT. 3) WRITE(*,*) 'BIG', M
      END
