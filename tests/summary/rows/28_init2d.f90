subroutine init2d(M, LD, N, K)
  integer :: LD, N, K, I, J
  integer :: M(LD, *)
  do J = 1, K
    do I = 1, N
      M(I, J) = (I - 1) * K + J - 1
    end do
  end do
end subroutine
