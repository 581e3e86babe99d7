#include "element.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLAIN_DIGITS = 9 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "elements are little-endian");

bool type_is_float(TriType t) { return t >= TRI_F8E4M3FN && t <= TRI_F64; }
bool type_is_integer(TriType t) { return t >= TRI_I1 && t <= TRI_I64; }
int type_bits(TriType t) { return t == TRI_I1 ? 1 : 8 * tri_type_bytes(t); }

TriFloat type_format(TriType t)
{
  static const TriFloat formats[TRI_TYPE_COUNT] = {
      [TRI_F8E4M3FN] = TRI_FLOAT_F8E4M3FN, [TRI_F8E5M2] = TRI_FLOAT_F8E5M2, [TRI_F16] = TRI_FLOAT_F16,
      [TRI_BF16] = TRI_FLOAT_BF16,         [TRI_F32] = TRI_FLOAT_F32,       [TRI_F64] = TRI_FLOAT_F64,
  };
  return formats[t];
}

int64_t type_least(TriType t) { return t == TRI_I1 ? 0 : -type_most(t) - 1; }
int64_t type_most(TriType t) { return t == TRI_I1 ? 1 : (int64_t)(UINT64_MAX >> (65 - type_bits(t))); }

uint64_t element_bits(TriType t, const void *at)
{
  uint64_t bits = 0;
  memcpy(&bits, at, (size_t)tri_type_bytes(t));
  return bits;
}

void element_set_bits(TriType t, void *at, uint64_t bits) { memcpy(at, &bits, (size_t)tri_type_bytes(t)); }

int64_t element_integer(TriType t, const void *at)
{
  uint64_t bits = element_bits(t, at);
  int unused = 64 - 8 * tri_type_bytes(t);
  return t == TRI_I1 ? bits != 0 : (int64_t)(bits << unused) >> unused;
}

/* The common formats go through the inline conversions of Numeric; both ways round once and agree bit by bit.
 */
static uint64_t encode(TriType t, double value)
{
  if (t == TRI_F32)
    return tri_f32_bits((float)value);
  if (t == TRI_F64)
    return tri_f64_bits(value);
  if (t == TRI_F16)
    return tri_f64_to_f16(value);
  return t == TRI_BF16 ? tri_f64_to_bf16(value) : tri_float_encode(type_format(t), value, TRI_RN, false);
}

static double decode(TriType t, uint64_t bits)
{
  if (t == TRI_F32)
    return (double)tri_f32_of_bits((uint32_t)bits);
  if (t == TRI_F64)
    return tri_f64_of_bits(bits);
  if (t == TRI_F16)
    return (double)tri_f16_to_f32((uint16_t)bits);
  return t == TRI_BF16 ? (double)tri_bf16_to_f32((uint16_t)bits) : tri_float_decode(type_format(t), bits);
}

double element_double(TriType t, const void *at)
{
  return type_is_float(t) ? decode(t, element_bits(t, at)) : (double)element_integer(t, at);
}

void element_set_double(TriType t, void *at, double value)
{
  if (type_is_float(t))
    element_set_bits(t, at, encode(t, value));
  else
    element_set_integer(t, at, (int64_t)value);
}

void element_set_integer(TriType t, void *at, int64_t value)
{
  TriIntType wide = {64, true};
  if (type_is_float(t))
    element_set_bits(t, at, tri_int_to_float(type_format(t), (uint64_t)value, wide, TRI_RN));
  else
    element_set_bits(t, at, t == TRI_I1 ? (uint64_t)(value & 1) : (uint64_t)value);
}

/* Digits before the point of a number that is written without an exponent, 1 for others: 10 and not 1e+01. */
static int integer_digits(double value, int most)
{
  int n = 1;
  double magnitude = fabs(value);
  most = most > PLAIN_DIGITS ? PLAIN_DIGITS : most;
  for (double limit = 10; magnitude >= limit && n < most; limit *= 10)
    n++;
  return magnitude < pow(10, most) ? n : 1;
}

static const char *float_text(TriType t, const void *at, int digits, char text[ELEMENT_TEXT])
{
  double value = element_double(t, at);
  if (isnan(value))
    return strcpy(text, "nan");
  if (isinf(value))
    return strcpy(text, value < 0 ? "-inf" : "inf");
  for (int p = integer_digits(value, digits); p <= digits; p++) {
    snprintf(text, ELEMENT_TEXT, "%.*g", p, value);
    if (encode(t, strtod(text, NULL)) == element_bits(t, at))
      break;
  }
  return text;
}

const char *element_text(TriType t, const void *at, int digits, char text[ELEMENT_TEXT])
{
  if (type_is_float(t))
    return float_text(t, at, digits, text);
  if (t == TRI_PTR)
    snprintf(text, ELEMENT_TEXT, "0x%llx", (unsigned long long)element_bits(t, at));
  else if (t == TRI_I1)
    strcpy(text, element_integer(t, at) ? "true" : "false");
  else
    snprintf(text, ELEMENT_TEXT, "%lld", (long long)element_integer(t, at));
  return text;
}
