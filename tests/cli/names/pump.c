static int total;
int pump_total(void) { return total; }
void pump_add(int by) { total = by; }
