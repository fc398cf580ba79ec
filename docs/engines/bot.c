/* A bot for the engine protocol in C, of one file: it takes an action at random.
 *
 *     cc -O2 -o bot bot.c
 *     sse match "engine:./bot" greedy
 *
 * It needs no library for JSON. `value_of` finds the value of a key in a message, and `after` steps over a value. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return the place after a string that begins at a quote. */
static const char *after_string(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

/* Return the place after a value: a string, an object, an array, a number or a word. */
static const char *after(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            at = after_string(at);
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        at++;
    } while (*at && (depth > 0 || !strchr(",}]", *at)));
    return at;
}

/* Return the value of a key of an object, or NULL. Keys within inner objects don't count. */
static const char *value_of(const char *object, const char *key) {
    size_t length = strlen(key);
    const char *at = object + 1;
    while (*at == '"') {
        const char *name = at + 1, *colon = after_string(at);
        const char *value = *colon ? colon + 1 : colon;
        if (!strncmp(name, key, length) && name[length] == '"') return value;
        at = after(value);
        if (*at == ',') at++;
    }
    return NULL;
}

static int is_text(const char *value, const char *text) {
    size_t length = strlen(text);
    return value && *value == '"' && !strncmp(value + 1, text, length) && value[length + 1] == '"';
}

/* Return a number of 64 bits that depends on each bit of the seed (SplitMix64). */
static uint64_t mixed(uint64_t z) {
    z += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void choose(const char *message) {
    const char *ids = value_of(message, "ids"), *seed = value_of(message, "seed");
    const char *request = value_of(message, "request");
    if (!ids || !seed || !request) {
        printf("{\"type\":\"error\",\"message\":\"choose lacks ids, seed or request\"}\n");
        return;
    }
    uint64_t count = 1;
    for (const char *at = ids; *at && *at != ']'; at++) count += *at == ',';
    uint64_t place = mixed(strtoull(seed, NULL, 10)) % count;
    const char *id = ids + 1;
    for (; place > 0; place--) id = strchr(id, ',') + 1;
    printf("{\"type\":\"action\",\"request\":%lld,\"id\":%ld}\n", strtoll(request, NULL, 10), strtol(id, NULL, 10));
}

/* Read a line of any length into a buffer that grows; return NULL at the end of the input. */
static char *line_of(FILE *input, char **buffer, size_t *size) {
    size_t length = 0;
    while (1) {
        if (*size - length < 2) {
            *size = *size ? 2 * *size : 1 << 16;
            *buffer = realloc(*buffer, *size);
            if (!*buffer) exit(1);
        }
        if (!fgets(*buffer + length, (int)(*size - length), input)) return length ? *buffer : NULL;
        length += strlen(*buffer + length);
        if (length && (*buffer)[length - 1] == '\n') return *buffer;
    }
}

int main(void) {
    char *buffer = NULL;
    size_t size = 0;
    while (line_of(stdin, &buffer, &size)) {
        const char *type = value_of(buffer, "type");
        if (is_text(type, "hello")) printf("{\"type\":\"hello\",\"protocol\":1,\"name\":\"C\",\"games_at_once\":1000}\n");
        if (is_text(type, "choose")) choose(buffer);
        if (is_text(type, "quit")) break;
        fflush(stdout);
    }
    free(buffer);
    return 0;
}
