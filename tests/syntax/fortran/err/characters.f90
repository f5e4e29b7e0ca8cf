program p
  naïve = 1
  x = 2 ÷ 1
  y = 3 ? 4
  \ = 1
  x = @
  text = 'ü is right here'
  #notapreprocessor
end
