/* The parser's state and what the decoders of instruction families use of it.
 *
 * One pass: a statement is read into P.mods (the dotted words of the mnemonic) and P.operands, then the
 * decoder that opcodes.def names for the mnemonic turns it into one Inst (or several: a special register as
 * an operand becomes a move in front). Labels are resolved at the end of the function, symbols that depend on
 * the module's layout at its end.
 *
 * Errors leave by longjmp from fail(): everything lives in the module's arena. Every decoder consumes the
 * modifiers it knows; one that is left over is an error, so nothing is skipped silently. */
#ifndef TRI_SIMULATOR_PARSER_H
#define TRI_SIMULATOR_PARSER_H

#include "Simulator/lexer.h"
#include "Simulator/module.h"
#include "Support/map.h"

#include <setjmp.h>

typedef enum {
  SYM_REG,
  SYM_RANGE,
  SYM_VAR,
  SYM_FUNC,
  SYM_PARAM,
  SYM_FRAME,
  SYM_TARGETS,
  SYM_PROTO
} SymbolKind;

typedef struct {
  const char *name;
  size_t length;
  int line, column;
  uint32_t scope;
} Name;

typedef struct Symbol Symbol;
struct Symbol {
  const char *name;
  size_t length;
  SymbolKind kind;
  uint32_t depth; /* brace depth it lives in; 0: module */
  Symbol *next;   /* same bucket, older */
  Symbol *outer;  /* declared before inside functions, for closing scopes */
  Type type;
  Ref ref;                /* SYM_REG; SYM_RANGE: of number 0 */
  uint32_t count;         /* SYM_RANGE; SYM_TARGETS */
  uint32_t offset, bytes; /* SYM_PARAM: in the parameter block; SYM_FRAME: in the local frame */
  Var *var;
  Func *func;
  Name *targets;
};

typedef enum {
  O_REG,
  O_IMM,
  O_SREG,
  O_SYMBOL,
  O_NAME,
  O_VECTOR,
  O_ADDRESS,
  O_LIST,
  O_PAIR,
  O_SINK
} OperandKind;

typedef struct Operand Operand;
struct Operand {
  OperandKind kind;
  int line, column;
  bool negated;      /* !p */
  Type type;         /* O_REG */
  Ref ref;           /* O_REG */
  uint64_t bits;     /* O_IMM; O_SREG: its id * 4 + dimension */
  TokenKind literal; /* O_IMM: TOK_INT, TOK_F32, TOK_F64 */
  Symbol *symbol;    /* O_SYMBOL */
  Name name;         /* O_NAME: a label or a function to come */
  int64_t offset;    /* O_SYMBOL */
  Operand *at; /* elements; O_ADDRESS: base (count 0: absolute offset), then an optional second operand */
  uint32_t count;
};

typedef struct {
  Token token;
  bool used;
} Mod;

typedef struct {
  uint32_t inst;
  Name name;
  uint32_t *slot; /* where the pc goes; NULL: Inst.target */
} Fixup;

typedef struct {
  Name name;
  uint32_t pc;
} Label;

typedef struct {
  Func *func;
  uint32_t granule, bytes;
  const Var *var;
  int64_t addend;
} PoolReloc;

typedef struct {
  uint64_t lo, hi;
  uint32_t bytes, granule;
} PoolKey;

enum { MAX_MODS = 16, MAX_OPERANDS = 16, BUCKETS = 4096 };

typedef struct Parser {
  jmp_buf fail;
  TriSimError *error;
  Lexer lexer;
  Token token; /* the next one */
  Arena *arena;
  TriSimModule *module;
  Symbol *buckets[BUCKETS];
  Symbol *newest;
  uint32_t depth, nesting; /* of braces; of operands */

  Vec(Func *) funcs;
  Vec(Func *) kernels;
  Vec(Var *) vars;
  Vec(unsigned char) image;
  Vec(Reloc) relocs;
  Vec(PoolReloc) pool_relocs;
  Vec(const char *) files;
  Vec(Source) sites;
  Map inlined; /* file, line and column of a .loc: the inlined_at that it last had */
  Vec(char) meta;

  Func *func;
  Vec(Inst) code;
  Vec(Place) places;
  Vec(unsigned char) pool;
  Vec(PoolKey) pool_keys;
  Vec(Label) labels;
  Vec(Fixup) fixups;
  Vec(uint32_t) scopes; /* parent of each scope */
  Vec(Var) func_vars;
  Vec(Func *) callees;
  uint32_t scope;
  Place place; /* of the statement; file, line and column of the newest .loc */
  uint32_t asm_first, pending_op;
  int pending_line;
  bool in_asm, op_is_pending;

  Token mnemonic;
  Mod mods[MAX_MODS];
  uint32_t mod_count;
  Operand operands[MAX_OPERANDS];
  uint32_t operand_count;
  Ref guard;
  bool guard_not;
} Parser;

_Noreturn void fail_at(Parser *p, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* At the token to come: "expected X, got Y". */
_Noreturn void fail_expected(Parser *p, const char *what);
/* At an operand: "operand N of 'add.s32': …". */
_Noreturn void fail_operand(Parser *p, uint32_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- tokens */
void advance(Parser *p);
bool at_punct(const Parser *p, char c);
bool accept_punct(Parser *p, char c);
void expect_punct(Parser *p, char c);
bool accept_dotted(Parser *p, const char *word);
uint64_t expect_int(Parser *p, const char *what);
Token expect_ident(Parser *p, const char *what);

/* ---- symbols */
Symbol *symbol_find(Parser *p, const char *name, size_t n);
Symbol *symbol_add(Parser *p, SymbolKind kind, const Token *name);
void scope_open(Parser *p);
void scope_close(Parser *p);
Ref new_register(Parser *p, Type t, uint32_t count);
uint32_t register_granules(Type t);
uint32_t frame_alloc(Parser *p, uint32_t bytes, uint32_t align);

/* ---- declarations (parse_var.c) and functions (parse_func.c) */
void parse_variable(Parser *p, Space space, bool is_extern);
void parse_registers(Parser *p);
void parse_function(Parser *p, bool is_entry);
void parse_statement(Parser *p);
void parse_loc(Parser *p);
void skip_to_semicolon(Parser *p);

/* ---- operands (operand.c) */
Operand parse_operand(Parser *p);

/* ---- for decoders (decode.c) */
bool mod(Parser *p, const char *word);
/* The next unused modifier that is a type, or T_NONE. */
Type mod_type(Parser *p);
/* The same, and an error where there is none. */
Type need_type(Parser *p);
void operands_are(Parser *p, uint32_t least, uint32_t most);
/* A source of exactly type t's width: register, immediate, special register, or address of a symbol. */
Ref src(Parser *p, uint32_t i, Type t);
/* The same of an operand that is not P.operands[i] but inside of it. */
Ref src_of(Parser *p, uint32_t i, const Operand *o, Type t);
/* A destination register of t's width; a fresh one for '_'. */
Ref dst(Parser *p, uint32_t i, Type t);
Ref dst_of(Parser *p, uint32_t i, const Operand *o, Type t);
/* A register at least as wide as t, as ld, st and cvt take it: its bytes go to *width. */
Ref wide_src(Parser *p, uint32_t i, const Operand *o, Type t, uint8_t *width);
Ref wide_dst(Parser *p, uint32_t i, const Operand *o, Type t, uint8_t *width);
uint64_t need_constant(Parser *p, uint32_t i);
bool is_constant(const Parser *p, uint32_t i);
Ref constant(Parser *p, uint64_t lo, uint64_t hi, uint32_t bytes);
/* The address in operand i: base register or constant in *base, offset in *offset, *wide true for 64 bits. */
void address(Parser *p, uint32_t i, Space space, Ref *base, int64_t *offset, bool *wide);
Inst *emit(Parser *p, Inst in);
Round mod_round(Parser *p);
/* The decoder of a statement whose tokens are in p; checks that every modifier was used. */
void decode(Parser *p);

/* ---- flow.c: reconvergence points of a finished function; parse_finish.c: layout and relocation. */
void flow_analyse(Arena *scratch, Func *f);
void module_finish(Parser *p);

#endif
