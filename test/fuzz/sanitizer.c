/* Options of the address sanitizer, where the program has one.
 *
 * LLVM's bump allocators poison what they have not given out, but only in code that is compiled with the
 * sanitizer: our C++ does, libMLIR.so, which shares those allocators, does not and would be accused. */
const char *__asan_default_options(void);

const char *__asan_default_options(void) { return "allow_user_poisoning=0:allocator_may_return_null=1"; }
