/* fake_corpus.h: the public frames of tests/frames, as graphs. */
#ifndef FUSOR_FAKE_CORPUS_H
#define FUSOR_FAKE_CORPUS_H

#include "fusor/fusor.h"

/* X(file) */
#define FAKE_CORPUS(X)                                                                             \
    X("filament-mobile")                                                                           \
    X("ggml-llama3-8b-prompt")                                                                     \
    X("godot-mobile")                                                                              \
    X("godot-mobile-xr")                                                                           \
    X("granite-deferred")                                                                          \
    X("helio-default")                                                                             \
    X("khronos-async-compute")                                                                     \
    X("khronos-msaa-post")                                                                         \
    X("khronos-subpasses")                                                                         \
    X("unity-urp-deferred")                                                                        \
    X("vkex-bloom")                                                                                \
    X("vkex-computecloth")                                                                         \
    X("vkex-deferred")                                                                             \
    X("vkex-deferredmultisampling")                                                                \
    X("vkex-hdr")                                                                                  \
    X("vkex-inputattachments")                                                                     \
    X("vkex-shadowmappingcascade")                                                                 \
    X("vkex-ssao")                                                                                 \
    X("vkgraph-restir")

/* Fails the cmocka test that calls it on an error. */
fusor_graph *fake_corpus_read(const char *name);

#endif
