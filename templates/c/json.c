#include "json.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 200 /* requests have at most 64 levels */

void buffer_add(Buffer *buffer, const char *bytes, size_t length) {
    if (buffer->length + length + 1 > buffer->room) {
        buffer->room = (buffer->length + length + 1) * 2;
        buffer->bytes = realloc(buffer->bytes, buffer->room);
        if (!buffer->bytes) {
            fputs("out of memory\n", stderr);
            exit(1);
        }
    }
    if (length > 0) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = '\0';
}

void buffer_free(Buffer *buffer) {
    free(buffer->bytes);
    *buffer = (Buffer){0};
}

typedef struct {
    const char *at, *end;
} Reader;

/* The next character that is no blank; 0 at the end. */
static char peek(Reader *reader) {
    while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at) reader->at++;
    return reader->at < reader->end ? *reader->at : '\0';
}

static int take(Reader *reader, char wanted) {
    if (peek(reader) != wanted || wanted == '\0') return 0;
    reader->at++;
    return 1;
}

/* Four hexadecimal digits, or -1. */
static long unit(Reader *reader) {
    long value = 0;
    for (int digit = 0; digit < 4; digit++, reader->at++) {
        unsigned char c = reader->at < reader->end ? (unsigned char)*reader->at : 0;
        if (!isxdigit(c)) return -1;
        value = value * 16 + (isdigit(c) ? c - '0' : tolower(c) - 'a' + 10);
    }
    return value;
}

static void add_character(Buffer *out, unsigned long c) {
    char bytes[4];
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    for (size_t at = length; at-- > 1; c >>= 6) bytes[at] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(first[length] | c);
    buffer_add(out, bytes, length);
}

/* What stands after a backslash. A lone surrogate has no UTF-8, and is refused. */
static int escape(Reader *reader, Buffer *out) {
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (reader->at >= reader->end) return 0;
    char c = *reader->at++;
    const char *found = c ? strchr(names, c) : NULL;
    if (found) {
        buffer_add(out, meant + (found - names), 1);
        return 1;
    }
    if (c != 'u') return 0;
    long high = unit(reader);
    if (high < 0 || (high >= 0xdc00 && high <= 0xdfff)) return 0;
    if (high < 0xd800 || high > 0xdbff) {
        add_character(out, (unsigned long)high);
        return 1;
    }
    if (reader->end - reader->at < 6 || reader->at[0] != '\\' || reader->at[1] != 'u') return 0;
    reader->at += 2;
    long low = unit(reader);
    if (low < 0xdc00 || low > 0xdfff) return 0;
    add_character(out, 0x10000 + ((unsigned long)(high - 0xd800) << 10) + (unsigned long)(low - 0xdc00));
    return 1;
}

/* How many bytes the UTF-8 character at the reader has; 0 if it is none. */
static size_t character(const Reader *reader) {
    const unsigned char *byte = (const unsigned char *)reader->at;
    size_t left = (size_t)(reader->end - reader->at);
    size_t length = *byte < 0x80 ? 1 : *byte < 0xc2 ? 0 : *byte < 0xe0 ? 2 : *byte < 0xf0 ? 3 : *byte < 0xf5 ? 4 : 0;
    if (length > left) return 0;
    for (size_t at = 1; at < length; at++)
        if ((byte[at] & 0xc0) != 0x80) return 0;
    if (length > 2) { /* neither longer than needed, nor a surrogate, nor beyond U+10FFFF */
        if ((*byte == 0xe0 && byte[1] < 0xa0) || (*byte == 0xed && byte[1] > 0x9f)) return 0;
        if ((*byte == 0xf0 && byte[1] < 0x90) || (*byte == 0xf4 && byte[1] > 0x8f)) return 0;
    }
    return length;
}

static int text(Reader *reader, Buffer *out) {
    buffer_add(out, "", 0);
    while (reader->at < reader->end) {
        unsigned char c = (unsigned char)*reader->at;
        if (c == '"') {
            reader->at++;
            return 1;
        }
        if (c == '\\') {
            reader->at++;
            if (!escape(reader, out)) return 0;
            continue;
        }
        size_t length = character(reader);
        if (c < ' ' || length == 0) return 0;
        buffer_add(out, reader->at, length);
        reader->at += length;
    }
    return 0;
}

static Json *value(Reader *reader, int depth);

static int members(Reader *reader, Json *json, char end, int depth) {
    Json **last = &json->first;
    if (take(reader, end)) return 1;
    do {
        Buffer name = {0};
        int named = json->kind == JSON_OBJECT;
        if (named && !(take(reader, '"') && text(reader, &name) && take(reader, ':'))) {
            buffer_free(&name);
            return 0;
        }
        *last = value(reader, depth + 1);
        if (!*last) {
            buffer_free(&name);
            return 0;
        }
        (*last)->name = name.bytes;
        last = &(*last)->next;
    } while (take(reader, ','));
    return take(reader, end);
}

static int word(Reader *reader, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0) return 0;
    reader->at += length;
    return 1;
}

static int number(Reader *reader, Buffer *out) {
    const char *start = reader->at;
    while (reader->at < reader->end && *reader->at && strchr("+-.0123456789eE", *reader->at)) reader->at++;
    buffer_add(out, start, (size_t)(reader->at - start));
    char *end;
    (void)strtod(out->bytes, &end);
    return out->length > 0 && *end == '\0' && *start != '+' && *start != '.';
}

static Json *value(Reader *reader, int depth) {
    Json *json = calloc(1, sizeof *json);
    if (!json) return NULL;
    Buffer content = {0};
    int good;
    if (depth > DEEPEST) {
        good = 0;
    } else if (take(reader, '{')) {
        json->kind = JSON_OBJECT;
        good = members(reader, json, '}', depth);
    } else if (take(reader, '[')) {
        json->kind = JSON_LIST;
        good = members(reader, json, ']', depth);
    } else if (take(reader, '"')) {
        json->kind = JSON_TEXT;
        good = text(reader, &content);
    } else if (word(reader, "null")) {
        json->kind = JSON_NULL;
        good = 1;
    } else if (word(reader, "true")) {
        json->kind = JSON_TRUE;
        good = 1;
    } else if (word(reader, "false")) {
        json->kind = JSON_FALSE;
        good = 1;
    } else {
        json->kind = JSON_NUMBER;
        good = number(reader, &content);
    }
    json->text = content.bytes;
    json->length = content.length;
    if (good) return json;
    json_free(json);
    return NULL;
}

Json *json_parse(const char *bytes, size_t length) {
    Reader reader = {bytes, bytes + length};
    Json *json = length > 0 ? value(&reader, 0) : NULL;
    if (json && peek(&reader) == '\0' && reader.at == reader.end) return json;
    json_free(json);
    return NULL;
}

void json_free(Json *json) {
    while (json) {
        Json *next = json->next;
        json_free(json->first);
        free(json->text);
        free(json->name);
        free(json);
        json = next;
    }
}

const Json *json_field(const Json *object, const char *name, enum json kind) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const Json *field = object->first; field; field = field->next)
        if (!strcmp(field->name, name)) return field->kind == kind ? field : NULL;
    return NULL;
}

int json_is_text(const Json *json, const char *text) {
    return json->length == strlen(text) && memcmp(json->text, text, json->length) == 0;
}

void json_write_text(Buffer *out, const char *text, size_t length) {
    buffer_add(out, "\"", 1);
    for (size_t at = 0; at < length; at++) {
        unsigned char c = (unsigned char)text[at];
        if (c == '"' || c == '\\') buffer_add(out, "\\", 1);
        if (c < ' ') {
            char escaped[7];
            snprintf(escaped, sizeof escaped, "\\u%04x", c);
            buffer_add(out, escaped, 6);
        } else {
            buffer_add(out, text + at, 1);
        }
    }
    buffer_add(out, "\"", 1);
}
