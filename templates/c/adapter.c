/* An adapter for proofmark: puts my implementation behind the protocol. C11, no libraries.
 *
 *     make
 *     proofmark adapter test -- ./adapter      is the adapter sound?
 *     proofmark check -- ./adapter             does the implementation conform?
 *
 * EDIT marks each place that is yours. protocol.c is the loop and json.c reads and writes JSON; they need no changes.
 * Standard output is for replies: print to stderr.
 */

#include "protocol.h"

#include <string.h>

/* A worked example. It checks its components itself; yours calls your code, and turns its refusals into reject(). */

static enum outcome component(const Json *parts, const char *name, Buffer *id, Reply *reply) {
    const Json *part = json_field(parts, name, JSON_TEXT);
    if (!part) return error(reply, "a component is missing");
    if (part->length == 0) return reject(reply, "empty_component");
    if (memchr(part->text, ':', part->length)) return reject(reply, "invalid_component");
    buffer_add(id, ":", 1);
    buffer_add(id, part->text, part->length);
    return OK;
}

static enum outcome number(const Json *parts, const char *name, Buffer *id, Reply *reply) {
    static const char largest[] = "9223372036854775807";
    const Json *part = json_field(parts, name, JSON_TEXT);
    if (!part) return error(reply, "a number is missing");
    size_t length = part->length;
    int plain = length > 0 && strspn(part->text, "0123456789") == length && (length == 1 || part->text[0] != '0');
    if (!plain || length > 19 || (length == 19 && memcmp(part->text, largest, 19) > 0))
        return reject(reply, "invalid_number");
    buffer_add(id, ":", 1);
    buffer_add(id, part->text, length);
    return OK;
}

static enum outcome internal_id(const Json *input, Reply *reply) {
    static const struct {
        const char *form, *prefix, *numbers[2];
    } forms[] = {
        {"dispatch", "dispatch", {"attempt", NULL}},
        {"retry", "timer:retry", {"attempt", "due_epoch"}},
        {"heartbeat", "timer:heartbeat", {"check_epoch", NULL}},
    };
    const Json *operation = json_field(input, "operation", JSON_OBJECT);
    for (size_t at = 0; at < sizeof forms / sizeof *forms; at++) {
        const Json *parts = json_field(operation, forms[at].form, JSON_OBJECT);
        if (!parts) continue;
        Buffer id = {0};
        buffer_add(&id, forms[at].prefix, strlen(forms[at].prefix));
        enum outcome outcome = component(parts, "run_id", &id, reply);
        if (outcome == OK) outcome = component(parts, "task_key", &id, reply);
        for (int which = 0; which < 2 && outcome == OK && forms[at].numbers[which]; which++)
            outcome = number(parts, forms[at].numbers[which], &id, reply);
        if (outcome == OK) result_text(reply, "internal_id", id.bytes, id.length);
        buffer_free(&id);
        return outcome;
    }
    return error(reply, "no operation of a known form");
}

/* EDIT: an operation to fill in. Call your implementation where this one gives up.
 *
 * A value is an object with one field, whose name is its type: null, bool, int, uint, decimal, float, date, timestamp,
 * string, bytes, ulid or enum. All but null, bool and enum hold a text, so that no digit is lost. An enum is an object
 * with the number `discriminant` and perhaps the value `payload`. */

static enum outcome encode_value(const Json *value, Buffer *out, Reply *reply) {
    const Json *content = value->first;
    if (!content) return error(reply, "a value has a type");
    if (!strcmp(content->name, "null")) {
        buffer_add(out, "n:null", 6);
    } else if (content->kind == JSON_TRUE || content->kind == JSON_FALSE) {
        const char *text = content->kind == JSON_TRUE ? "b:true" : "b:false";
        buffer_add(out, text, strlen(text));
    } else if (!strcmp(content->name, "int") && content->kind == JSON_TEXT) {
        buffer_add(out, "i:", 2);
        buffer_add(out, content->text, content->length);
    } else {
        return unsupported(reply, "still to be written"); /* EDIT */
    }
    return OK;
}

static enum outcome encode(const Json *input, Reply *reply) {
    const Json *dimensions = json_field(input, "dimensions", JSON_LIST);
    if (!dimensions) return error(reply, "dimensions is missing or no list");
    Buffer canonical = {0};
    enum outcome outcome = OK;
    for (const Json *item = dimensions->first; item && outcome == OK; item = item->next) {
        const Json *key = json_field(item, "key", JSON_TEXT), *value = json_field(item, "value", JSON_OBJECT);
        if (!key || !value) {
            outcome = error(reply, "a dimension lacks its key or value");
            break;
        }
        if (canonical.length > 0) buffer_add(&canonical, ",", 1);
        buffer_add(&canonical, key->text, key->length);
        buffer_add(&canonical, "=", 1);
        outcome = encode_value(value, &canonical, reply);
    }
    if (outcome == OK) result_text(reply, "canonical", canonical.bytes, canonical.length);
    buffer_free(&canonical);
    return outcome;
}

static const Operation operations[] = {
    {"task_id.internal", internal_id},
    {"partition_key.encode", encode},
    /* EDIT: a line for each further operation that you have. The pages in spec/ list them. */
};

int main(void) {
    /* EDIT: the name and version of your implementation. */
    return serve("my-implementation", "0.1.0", operations, sizeof operations / sizeof *operations);
}
