/* The slowest judge: the memory model of Vulkan by enumeration. Contents, layouts and who runs when come
 * from the oracle's replay (tests/core); what orders and shows what is found here, from nothing but a
 * list of all accesses and a list of all dependencies:
 *
 *   nodes   one for each access, in each of its stages; one for each layout transition;
 *   edges   from a node into each dependency whose first scope holds it, between dependencies whose
 *           scopes meet, and out of each dependency into the nodes of its second scope;
 *   writes  are carried along the edges, available or not, to where they are visible.
 *
 * Nothing is kept up to date: each pair of nodes walks all paths between the two again. */
#ifndef BRUTE_H
#define BRUTE_H

#include "core/oracle.h"

/* One dependency is one entry of the plan (docs/rooms/audit.md, "Entries, not effects"). `device`: its
 * limits on placements and ops; NULL: not asked. */
oracle_verdict brute_check(const fusor_graph *graph, const fusor_device_desc *device,
                           const fusor_plan *plan);

/* The same where the plan differs from one without faults in a barrier or an exit of that row of
 * plan->resources alone: only accesses to its bytes are held against each other, since a dependency that
 * names a resource is on no path between accesses to other bytes. */
oracle_verdict brute_check_near(const fusor_graph *graph, const fusor_device_desc *device,
                                const fusor_plan *plan, uint32_t resource);

/* What an access mask can mean in one stage ("Supported access types"). */
fusor_access brute_possible(fusor_stages one_stage, fusor_access access);
/* Every single stage that a mask means. */
fusor_stages brute_spelled(fusor_stages stages);
/* With the logically earlier or later stages of every pipeline that has one of them. */
fusor_stages brute_earlier(fusor_stages stages);
fusor_stages brute_later(fusor_stages stages);
/* The mask names the access, by itself or as one of all reads or writes. */
bool brute_names(fusor_access mask, fusor_access one);
bool brute_is_write(fusor_access access);

#endif
