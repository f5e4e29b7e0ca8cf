C inputs: int(-9,9) real(-9,9) word5(yes,no)
      PROGRAM MAIN
      INTEGER I, J, K(4)
      REAL X
      CHARACTER*5 W
      CHARACTER*40 T
      READ (*,*) I, X, W
      J = 42
      T = '7, , 2*3 ''it''''s'' 1.5E1/'
      K(4) = -1
      READ (T, *) K(1), J, K(2), K(3), W, X, K(4)
      PRINT *, I, J, K, X, W
      END
