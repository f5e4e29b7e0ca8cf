C     King's binary search: J is where X stands in A(L) to A(U), FOUND tells whether it is there.
      SUBROUTINE SEARCH(A, L, U, X, FOUND, J)
      INTEGER A(*), L, U, X, FOUND, J, LOW, HIGH
      FOUND = 0
      LOW = L
      HIGH = U
      J = 0
   10 IF (LOW .GT. HIGH) RETURN
         J = (LOW + HIGH)/2
         IF (X .EQ. A(J)) THEN
            FOUND = 1
            RETURN
         END IF
         IF (X .LT. A(J)) THEN
            HIGH = J - 1
         ELSE
            LOW = J + 1
         END IF
      GO TO 10
      END
