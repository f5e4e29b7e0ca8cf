!$sextant assume x
!$sextant believe (x)
!$sextant assert (x
!$sextant prove (x) y
!$sextant
end
