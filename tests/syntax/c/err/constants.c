static int zero, label_table[] = { (int)((long)&zero * 2) };
