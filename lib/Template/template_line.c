#include "Template/template_line.h"
#include "Template/nearest.h"

#include <ctype.h>
#include <string.h>

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

Span span_trim(Span s)
{
  while (s.n && is_space(s.at[0]))
    s.at++, s.n--;
  while (s.n && is_space(s.at[s.n - 1]))
    s.n--;
  return s;
}

bool span_is(Span s, const char *text) { return s.n == strlen(text) && !memcmp(s.at, text, s.n); }

/* Index behind the string literal that starts at i, or behind i where none starts. */
static size_t skip_quoted(Span s, size_t i)
{
  if (s.at[i++] != '"')
    return i;
  for (; i < s.n && s.at[i] != '"'; i++)
    i += s.at[i] == '\\' && i + 1 < s.n;
  return i < s.n ? i + 1 : i;
}

bool span_split(Span *rest, char separator, Span *piece)
{
  int depth = 0;
  size_t i = 0;
  if (!rest->at)
    return false;
  for (; i < rest->n; i = skip_quoted(*rest, i)) {
    char c = rest->at[i];
    bool arrow = c == '>' && i && rest->at[i - 1] == '-';
    if (c == separator && depth == 0)
      break;
    depth += strchr("(<[{", c) != NULL;
    depth -= strchr(")>]}", c) != NULL && !arrow && depth > 0;
  }
  *piece = span_trim((Span){rest->at, i});
  *rest = i < rest->n ? (Span){rest->at + i + 1, rest->n - i - 1} : (Span){NULL, 0};
  return true;
}

/* Index of the comment's slashes; s.n where there is none. */
static size_t comment_start(Span s)
{
  for (size_t i = 0; i < s.n; i = skip_quoted(s, i))
    if (s.at[i] == '/' && i + 1 < s.n && s.at[i + 1] == '/')
      return i;
  return s.n;
}

static bool is_suffix_byte(char c) { return isalnum((unsigned char)c) || strchr("$._-", c) != NULL; }

/* Reads "#name = value" into l; leaves l as it is where the code is no alias. */
static void read_alias(Span code, Line *l)
{
  size_t i = 1;
  if (code.n < 2 || (code.at[0] != '#' && code.at[0] != '!'))
    return;
  while (i < code.n && code.at[i] && is_suffix_byte(code.at[i]))
    i++;
  Span name = {code.at + 1, i - 1}, behind = span_trim((Span){code.at + i, code.n - i});
  if (!name.n || !behind.n || behind.at[0] != '=')
    return;
  l->sigil = code.at[0];
  l->name = name;
  l->value = span_trim((Span){behind.at + 1, behind.n - 1});
}

/* The first word of the comment: up to a space or '{', or up to and with ':'. */
static Span first_word(Span comment)
{
  size_t i = 0;
  while (i < comment.n && !is_space(comment.at[i]) && comment.at[i] != '{' && comment.at[i] != ':')
    i++;
  return (Span){comment.at, i + (i < comment.n && comment.at[i] == ':')};
}

static Line wrong(Line l, const char *problem)
{
  l.kind = LINE_WRONG;
  l.problem = problem;
  return l;
}

/* Whether the word is a slip of one of ours: "tri-parm", "tri-config" without its colon. */
static bool is_slip(Span word)
{
  static const char *const ours[] = {"tri-param", "tri-config:"};
  char copy[24] = {0};
  if (word.n >= sizeof copy || word.n < 4 || memcmp(word.at, "tri-", 4))
    return false;
  memcpy(copy, word.at, word.n);
  return edit_distance(copy, ours[0]) <= 2 || edit_distance(copy, ours[1]) <= 2;
}

Line line_read(Span text)
{
  Line l = {.kind = LINE_PLAIN};
  size_t slashes = comment_start(text);
  Span code = span_trim((Span){text.at, slashes}), comment = {text.at + text.n, 0};
  if (slashes < text.n)
    comment = span_trim((Span){text.at + slashes + 2, text.n - slashes - 2});
  read_alias(code, &l);
  l.word = first_word(comment);
  l.rest = span_trim((Span){l.word.at + l.word.n, comment.n - l.word.n});
  bool param = span_is(l.word, "tri-param"), derived = span_is(l.word, "tri:");
  if (span_is(l.word, "tri-config:")) {
    l.kind = LINE_CONFIG;
    return code.n ? wrong(l, "a tri-config: comment stands on a line of its own") : l;
  }
  if (param || derived) {
    l.kind = param ? LINE_PARAM : LINE_DERIVED;
    return l.sigil ? l
                   : wrong(l, "a tri-param or tri: comment belongs behind an alias, such as "
                              "'#BM = 128 : i32  // tri-param {64, 128}'");
  }
  if (is_slip(l.word) && (l.sigil || !code.n))
    return wrong(
        l, "is this meant for the template? It knows tri-param, tri: and tri-config: with these spellings");
  return l;
}
