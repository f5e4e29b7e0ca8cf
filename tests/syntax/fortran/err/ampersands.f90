x = 1 & + 2
& y = 3
x = 'abc&
  def'
x = 3 ; ; y = 4 &

z = 5
end
