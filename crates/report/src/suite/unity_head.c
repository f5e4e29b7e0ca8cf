#include <string.h>
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

