/* Preloaded where leaks are looked for. In: FUSOR_TEST_KEEP, the name of a library. Out: that library stays
 * in memory to the end, with its name: what it leaked could not be told from ours otherwise. It is not
 * preloaded itself: a layer's entry points would come before the loader's. */
#define _GNU_SOURCE /* RTLD_NODELETE */
#include <dlfcn.h>
#include <stdlib.h>

__attribute__((constructor)) static void keep_loaded(void)
{
    const char *name = getenv("FUSOR_TEST_KEEP");
    if (name)
        dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
}
