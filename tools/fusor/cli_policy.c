/* In: "fuse=full,alias=off". Out: a fusor_policy. The words are the core's. */
#include "cli_policy.h"

#include <string.h>

#define WORDS_MAX 4u

typedef struct policy_row {
    const char *name;
    unsigned count;
    const char *(*word_of)(unsigned value);
    void (*set)(fusor_policy *policy, unsigned value);
} policy_row;

#define POLICY_ROW_FUNCTIONS(name, type)                                                           \
    static const char *name##_word(unsigned value)                                                 \
    {                                                                                              \
        return fusor_##name##_word((type)value);                                                   \
    }                                                                                              \
    static void set_##name(fusor_policy *policy, unsigned value)                                   \
    {                                                                                              \
        policy->name = (type)value;                                                                \
    }

POLICY_ROW_FUNCTIONS(fuse, fusor_fuse_policy)
POLICY_ROW_FUNCTIONS(alias, fusor_alias_policy)
POLICY_ROW_FUNCTIONS(pack, fusor_pack_policy)
POLICY_ROW_FUNCTIONS(order, fusor_order_policy)

static const policy_row rows[] = {
    {"fuse", FUSOR_FUSE_FULL + 1, fuse_word, set_fuse},
    {"alias", FUSOR_ALIAS_OFF + 1, alias_word, set_alias},
    {"pack", FUSOR_PACK_TIGHT + 1, pack_word, set_pack},
    {"order", FUSOR_ORDER_DECLARED + 1, order_word, set_order},
};

static const policy_row *find_row(const char *part)
{
    size_t length = strcspn(part, "=");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strlen(rows[i].name) == length && strncmp(rows[i].name, part, length) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

static bool set_part(fusor_policy *policy, const char *part)
{
    const policy_row *row = find_row(part);
    const char *equals = strchr(part, '=');
    if (!row || !equals) {
        cli_complain("--policy: %s is no part of it; give %s", part, CLI_POLICY_VALUE);
        return false;
    }
    const char *words[WORDS_MAX];
    for (unsigned i = 0; i < row->count; i++) {
        words[i] = row->word_of(i);
    }
    char what[32];
    unsigned value;
    snprintf(what, sizeof(what), "--policy %s", row->name);
    if (!cli_choose(what, equals + 1, words, row->count, &value)) {
        return false;
    }
    row->set(policy, value);
    return true;
}

bool cli_set_policy(fusor_policy *policy, const char *value)
{
    char part[64];
    while (*value) {
        size_t length = strcspn(value, ",");
        if (length >= sizeof(part)) {
            cli_complain("--policy: %s is no part of it; give %s", value, CLI_POLICY_VALUE);
            return false;
        }
        memcpy(part, value, length);
        part[length] = '\0';
        if (!set_part(policy, part)) {
            return false;
        }
        value += length + (value[length] == ',');
    }
    return true;
}
