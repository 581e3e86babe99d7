/* The programs of tri, each a function: alone they are programs of their own (program.c), shipped they are
 * one (tri/main.c), which holds the compiler once. */
#ifndef TRI_PROGRAMS_H
#define TRI_PROGRAMS_H

int tri_run_main(int argc, char **argv);
int tri_opt_main(int argc, char **argv);
int tri_gpu_main(int argc, char **argv);

#endif
