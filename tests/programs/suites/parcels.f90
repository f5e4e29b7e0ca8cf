! infeasible: 0
module parcels
  implicit none
  type :: parcel
    integer :: zone
    real :: weight
  end type parcel
contains
  ! The first parcel of a zone that is too heavy.
  integer function heavy(all, zone, limit)
    type(parcel), intent(in) :: all(:)
    integer, intent(in) :: zone
    real, intent(in) :: limit
    integer :: i
    heavy = 0
    if (limit <= 0.0) stop 3
    do i = 1, size(all)
      if (all(i)%zone /= zone) cycle
      if (all(i)%weight > limit) then
        heavy = i
        return
      end if
    end do
  end function heavy

  ! How many letters of a label are capitals; the others become dots.
  integer function capitals(label)
    character(len=*), intent(inout) :: label
    integer :: i
    capitals = 0
    do i = 1, len(label)
      if (label(i:i) >= 'A' .and. label(i:i) <= 'Z') then
        capitals = capitals + 1
      else
        label(i:i) = '.'
      end if
    end do
  end function capitals

  ! A step towards a place, turned round if it leads away.
  complex function step(from, to)
    complex, intent(in) :: from, to
    step = to - from
    if (real(step) < 0.0) step = -step
    if (aimag(step) > 10.0) step = cmplx(real(step), 10.0)
  end function step
end module parcels
