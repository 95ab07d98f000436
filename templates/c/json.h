/* JSON as a tree. Numbers keep their digits. */

#ifndef JSON_H
#define JSON_H

#include <stddef.h>

/* Bytes that grow. {0} is an empty one. */
typedef struct {
    char *bytes;
    size_t length, room;
} Buffer;

void buffer_add(Buffer *buffer, const char *bytes, size_t length);
void buffer_free(Buffer *buffer);

enum json { JSON_NULL, JSON_TRUE, JSON_FALSE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

typedef struct Json {
    enum json kind;
    char *text;           /* of a text, in UTF-8, or of a number as it is written; ended by NUL */
    size_t length;        /* of the text, which may hold NUL itself */
    char *name;           /* of a member of an object */
    struct Json *first;   /* member of an object or list */
    struct Json *next;    /* member of the same */
} Json;

/* The value that a line holds; NULL if it is no JSON in UTF-8. */
Json *json_parse(const char *bytes, size_t length);
void json_free(Json *json);

/* The field of an object, if it is there and of this kind; else NULL. */
const Json *json_field(const Json *object, const char *name, enum json kind);
int json_is_text(const Json *json, const char *text);

/* Writes a text with its quotes. */
void json_write_text(Buffer *out, const char *text, size_t length);

#endif
