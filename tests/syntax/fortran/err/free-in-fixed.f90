C     This is fixed form
      X = 1
     + + 2
      END
