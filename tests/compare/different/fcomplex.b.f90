complex function p(x)
  real x
  p = cmplx(x, 2.0)
end
