#include "protocol.h"

#include <stdio.h>
#include <string.h>

void result_text(Reply *reply, const char *name, const char *text, size_t length) {
    if (reply->fields.length > 0) buffer_add(&reply->fields, ",", 1);
    json_write_text(&reply->fields, name, strlen(name));
    buffer_add(&reply->fields, ":", 1);
    json_write_text(&reply->fields, text, length);
}

static enum outcome failure(Reply *reply, enum outcome outcome, const char *message) {
    reply->message = message;
    return outcome;
}

enum outcome reject(Reply *reply, const char *code) { return failure(reply, REJECT, code); }
enum outcome unsupported(Reply *reply, const char *reason) { return failure(reply, UNSUPPORTED, reason); }
enum outcome error(Reply *reply, const char *message) { return failure(reply, ERROR, message); }

static void add(Buffer *out, const char *text) { buffer_add(out, text, strlen(text)); }

/* {"id":ID,"error":{"message":"..."}} and its like. */
static void write_reply(Buffer *out, const char *id, enum outcome outcome, const Reply *reply) {
    static const char *const begin[] = {",\"ok\":{", ",\"reject\":{\"code\":", ",\"unsupported\":{\"reason\":",
                                        ",\"error\":{\"message\":"};
    add(out, "{\"id\":");
    add(out, id);
    add(out, begin[outcome]);
    if (outcome == OK)
        buffer_add(out, reply->fields.bytes, reply->fields.length);
    else
        json_write_text(out, reply->message, strlen(reply->message));
    add(out, "}}\n");
}

static enum outcome hello(const char *name, const char *version, const Operation *operations, size_t count,
                          Reply *reply) {
    Buffer *fields = &reply->fields;
    add(fields, "\"protocol\":1,\"language\":\"c\",\"operations\":[");
    for (size_t at = 0; at < count; at++) {
        if (at > 0) add(fields, ",");
        json_write_text(fields, operations[at].name, strlen(operations[at].name));
    }
    add(fields, "]");
    result_text(reply, "name", name, strlen(name));
    result_text(reply, "version", version, strlen(version));
    return OK;
}

static enum outcome answer(const Json *request, const char *name, const char *version, const Operation *operations,
                           size_t count, Reply *reply) {
    const Json *operation = json_field(request, "op", JSON_TEXT);
    if (!operation) return error(reply, "op is missing or no text");
    if (json_is_text(operation, "hello")) return hello(name, version, operations, count, reply);
    for (size_t at = 0; at < count; at++) {
        if (!json_is_text(operation, operations[at].name)) continue;
        const Json *input = json_field(request, "input", JSON_OBJECT);
        const Json *session = json_field(request, "session", JSON_TEXT);
        reply->session = session ? session->text : NULL;
        return input ? operations[at].answer(input, reply) : error(reply, "input is missing or no object");
    }
    return unsupported(reply, "no such operation");
}

/* Reads a line of any length, without its end. Returns whether there is one. */
static int read_line(Buffer *line) {
    int next = getchar();
    line->length = 0;
    if (next == EOF) return 0;
    for (; next != EOF && next != '\n'; next = getchar()) {
        char byte = (char)next;
        buffer_add(line, &byte, 1);
    }
    return 1;
}

int serve(const char *name, const char *version, const Operation *operations, size_t count) {
    Buffer line = {0}, out = {0};
    while (read_line(&line)) {
        Reply reply = {0};
        enum outcome outcome;
        Json *request = json_parse(line.bytes, line.length);
        const Json *id = json_field(request, "id", JSON_NUMBER);
        if (!id)
            outcome = error(&reply, request ? "no id" : "the line is no JSON in UTF-8");
        else
            outcome = answer(request, name, version, operations, count, &reply);
        out.length = 0;
        write_reply(&out, id ? id->text : "null", outcome, &reply);
        fwrite(out.bytes, 1, out.length, stdout);
        if (fflush(stdout) != 0) return 1;
        buffer_free(&reply.fields);
        json_free(request);
    }
    buffer_free(&line);
    buffer_free(&out);
    return 0;
}
