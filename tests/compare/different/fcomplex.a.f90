complex function p(x)
  real x
  p = cmplx(x, 1.0)
end
