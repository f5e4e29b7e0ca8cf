C inputs: int(-99999,99999) real(-50,50) real(0,8)
      PROGRAM MAIN
      INTEGER I
      REAL X, Y
      DOUBLE PRECISION D
      LOGICAL L
      READ (*,*) I, X, Y
      D = X*1.0D3 + Y
      L = X .GT. Y
      WRITE (*,10) I, I, X, X, X, D, L
   10 FORMAT (1X, I8, I7.6, F9.3, E12.4, G12.4, D14.6, L3)
      WRITE (*,20) X, Y, D
   20 FORMAT (1X, 1PE11.3, 0PF8.2, 2PF10.2)
      WRITE (*,30) (I + K, K = 1, 5)
   30 FORMAT (2(1X, I7, :, ','))
      WRITE (*,40) X, Y
   40 FORMAT (T5, F7.2, TL3, 'X', TR4, SP, F7.2, SS, /, 1X, 'END')
      END
