/* tri-run --help: examples first, then what there is. Two screens of 80 columns and 25 lines. */
#ifndef TRI_RUN_HELP_H
#define TRI_RUN_HELP_H

#include <stdio.h>

void help_print(FILE *f);

#endif
