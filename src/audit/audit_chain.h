/* What the dependencies since an access have brought about. */
#ifndef AUDIT_CHAIN_H
#define AUDIT_CHAIN_H

#include "audit/audit.h"

typedef struct audit_chain {
    audit_reach all;  /* of all that is recorded later */
    audit_reach past; /* of subpasses that are over: only as sources */
    uint32_t event;   /* whose subpasses audit->subpass_reach is about */
    bool available;   /* somewhere */
    fusor_access visible;
} audit_chain;

/* What gets on by a dependency, or to an access. */
typedef struct audit_carried {
    bool ordered, available;
} audit_carried;

typedef struct audit_chain_end {
    uint32_t cell;
    fusor_stages stage;
    fusor_access access; /* for which visibility is asked */
    uint32_t event, subpass;
    bool attachment;
} audit_chain_end;

/* From an access of a cell on, through the dependencies log[record->since … log_end), as far as `end` needs. */
void audit_chain_follow(audit *a, const audit_record *r, uint32_t cell, uint32_t log_end,
                        const audit_chain_end *end, audit_chain *c);
/* Subpasses of the chain's render pass are over. To be called when the chain is of no more use. */
void audit_chain_leave(audit *a, audit_chain *c);
/* What of the record has reached the end's stage. */
audit_carried audit_chain_at(const audit *a, const audit_record *r, const audit_chain *c,
                             const audit_chain_end *end);
/* What a dependency takes on: it starts from the access, or from what the chain has reached. */
audit_carried audit_chain_carries(audit *a, const audit_record *r, uint32_t cell,
                                  const audit_chain *c, const audit_dependency *d,
                                  const audit_chain_end *end);
/* The chain from a record to now makes its write available for its own resource, somewhere. */
bool audit_is_available(audit *a, const audit_record *r, uint32_t cell);
/* Whether a dependency is about the memory of two accesses at all. */
bool audit_counts(const audit *a, const audit_dependency *d, uint32_t first, uint32_t second);

#endif
