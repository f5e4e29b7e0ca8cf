      PROGRAM COLS
AB    X = 1
      Y = 2
     +  + 3
  10 20 Z = 3
1234567 Q = 5
  A  +  + 4
      END
     + CONTINUED
