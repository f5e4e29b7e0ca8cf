/* A function that is not there may write through the pointer it gets. */
#include <assert.h>
extern void calibrate(int *gain);

int amplify(void) {
    int gain = 4;
    calibrate(&gain);
    assert(gain == 4);
    return gain;
}
