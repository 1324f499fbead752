/* In: a policy. Out: what in it is no policy.
 * Promise: after this each member is one of its enum. */
#include "check/check.h"

static void check_member(base_diags *diags, const char *member, unsigned value, unsigned last)
{
    if (value > last)
        base_diags_add(diags, FUSOR_DIAGNOSTIC_VALUE_RANGE, NULL, NULL,
                       "the policy's `%s` must be 0 to %u, not %u", member, last, value);
}

void check_policy(const fusor_policy *policy, base_diags *diags)
{
    check_member(diags, "fuse", (unsigned)policy->fuse, FUSOR_FUSE_FULL);
    check_member(diags, "alias", (unsigned)policy->alias, FUSOR_ALIAS_OFF);
    check_member(diags, "pack", (unsigned)policy->pack, FUSOR_PACK_TIGHT);
    check_member(diags, "order", (unsigned)policy->order, FUSOR_ORDER_DECLARED);
}
