#include "Simulator/meta.h"

#include <stdio.h>
#include <string.h>

/* A reader that walks JSON text once; `ok` goes false at the first malformed place and stays so. */
typedef struct {
  const char *at;
  bool ok;
  int depth;
} Json;

static void space(Json *j)
{
  while (*j->at == ' ' || *j->at == '\t' || *j->at == '\n' || *j->at == '\r')
    j->at++;
}

static bool eat(Json *j, char c)
{
  space(j);
  if (*j->at != c)
    return false;
  j->at++;
  return true;
}

static void need(Json *j, char c) { j->ok = j->ok && eat(j, c); }

/* A string; out may be NULL. Escapes other than \uXXXX (kept as '?') are decoded. */
static void string(Json *j, char *out, size_t n)
{
  size_t k = 0;
  need(j, '"');
  while (j->ok && *j->at && *j->at != '"') {
    char c = *j->at++;
    if (c == '\\') {
      c = *j->at ? *j->at++ : '\0';
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
      for (int i = 0; c == 'u' && i < 4 && *j->at; i++)
        j->at++;
      c = c == 'u' ? '?' : c;
    }
    if (out && k + 1 < n)
      out[k++] = c;
  }
  if (out && n)
    out[k] = '\0';
  need(j, '"');
}

static void skip(Json *j);

static void skip_list(Json *j, char open, char close)
{
  need(j, open);
  j->ok = j->ok && ++j->depth < 100;
  if (j->ok && !eat(j, close)) {
    do {
      if (open == '{') {
        string(j, NULL, 0);
        need(j, ':');
      }
      skip(j);
    } while (j->ok && eat(j, ','));
    need(j, close);
  }
  j->depth--;
}

static void skip(Json *j)
{
  space(j);
  if (*j->at == '"') {
    string(j, NULL, 0);
  } else if (*j->at == '{') {
    skip_list(j, '{', '}');
  } else if (*j->at == '[') {
    skip_list(j, '[', ']');
  } else {
    size_t n = strcspn(j->at, ",]} \t\r\n");
    j->ok = j->ok && n > 0;
    j->at += n;
  }
}

/* Enters the object and stands before the value of key; false where there is none. */
static bool member(Json *j, const char *key)
{
  char name[80];
  need(j, '{');
  if (!j->ok || eat(j, '}'))
    return false;
  do {
    string(j, name, sizeof name);
    need(j, ':');
    if (j->ok && strcmp(name, key) == 0)
      return true;
    skip(j);
  } while (j->ok && eat(j, ','));
  return false;
}

bool meta_locate(const char *meta, const char *kernel, uint32_t op_id, char *out, size_t out_bytes)
{
  char id[16], name[200];
  snprintf(id, sizeof id, "%u", op_id);
  Json j = {.at = meta, .ok = true};
  if (!member(&j, "kernels"))
    return false;
  need(&j, '[');
  do {
    Json of_name = j, of_ops = j;
    if (j.ok && member(&of_name, "name") &&
        (string(&of_name, name, sizeof name), strcmp(name, kernel) == 0) && member(&of_ops, "ops") &&
        member(&of_ops, id)) {
      string(&of_ops, out, out_bytes);
      return of_ops.ok;
    }
    skip(&j);
  } while (j.ok && eat(&j, ','));
  return false;
}
