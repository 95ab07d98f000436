/* The loop: a JSON object a line in, one a line out, flushed at once. */

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "json.h"

enum outcome { OK, REJECT, UNSUPPORTED, ERROR };

/* What an operation answers, and in which session. */
typedef struct {
    const char *session; /* the name of a stateful operation's session; NULL for the others */
    Buffer fields;       /* the fields of `ok`, as JSON without the braces */
    const char *message; /* the code of a refusal, or why there is no result */
} Reply;

typedef struct {
    const char *name;
    enum outcome (*answer)(const Json *input, Reply *reply);
} Operation;

/* Adds a field with a text to `ok`. */
void result_text(Reply *reply, const char *name, const char *text, size_t length);

/* The implementation refuses the input, with a code of the operation's page. */
enum outcome reject(Reply *reply, const char *code);

/* The implementation lacks this. */
enum outcome unsupported(Reply *reply, const char *reason);

/* The request is malformed, or the adapter failed. It is never a right answer. */
enum outcome error(Reply *reply, const char *message);

/* Answers standard input line by line until it ends. Returns the exit code. */
int serve(const char *name, const char *version, const Operation *operations, size_t count);

#endif
