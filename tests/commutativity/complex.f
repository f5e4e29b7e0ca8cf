C call: TURN(Z = "Z", "N")
C inputs: Z complex, N int -1 4
      COMPLEX FUNCTION TURN(Z, N)
      COMPLEX Z
      TURN = (1.0, 0.0)
      DO 10 I = 1, N
         TURN = TURN*Z
         IF (AIMAG(TURN) .GT. REAL(TURN)) TURN = CONJG(TURN)
   10 CONTINUE
      Z = Z - TURN/(2.0, 1.0)
      END
