      SUBROUTINE SUB(I1,I2)
      I1=I1+1
      IF(I1.GT.I2)GO TO 20
      I1=I2-I1
      GO TO 25
   20 I1=I1-I2
   25 IF(I1.GT.-1)GO TO 30
      I1=-I1
   30 RETURN
      END
