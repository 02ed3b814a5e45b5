import { families } from "./families/Families.ts"
import type { Signature } from "./Signature.ts"

/**
 * The functions that map one to one, a row each: the catalogue and the IR both read it, and each engine has a row of
 * the same name. Positions and lengths of texts count code points by default.
 */
export const signatures = {
  ...families,
  // logic over integers and Bool: zero and false are false. Three-valued as in SQL.
  and: {
    takes: ["condition", "condition"],
    repeats: true,
    gives: "UInt8",
    nulls: "possible",
    predicate: true,
    meaning: "all of 2+: false if any is false, else NULL if any is NULL, else true"
  },
  or: {
    takes: ["condition", "condition"],
    repeats: true,
    gives: "UInt8",
    nulls: "possible",
    predicate: true,
    meaning: "any of 2+: true if any is true, else NULL if any is NULL, else false"
  },
  not: {
    takes: ["condition"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    names: { not: "any case" },
    meaning: "1 when a is zero or false, else 0"
  },
  isNull: {
    takes: ["any"],
    gives: "UInt8",
    nulls: "never",
    predicate: true,
    names: { isNull: "any case" },
    meaning: "a is NULL"
  },
  isNotNull: { takes: ["any"], gives: "UInt8", nulls: "never", predicate: true, meaning: "a is not NULL" },
  // numbers: integers beyond Int64 are NULL; Float64 follows IEEE 754
  multiply: {
    takes: ["number", "number"],
    operator: true,
    gives: "argument",
    nulls: "partial",
    meaning: "a * b"
  },
  divide: {
    takes: ["float", "float"],
    operator: true,
    gives: "Float64",
    nulls: "propagate",
    meaning: "a / b by IEEE 754 (x/0 is ±Inf, 0/0 is NaN)"
  },
  intDiv: {
    takes: ["whole", "whole"],
    operator: true,
    gives: "Int64",
    nulls: "partial",
    names: {},
    meaning: "quotient cut toward zero; by 0 NULL"
  },
  modulo: {
    takes: ["whole", "whole"],
    operator: true,
    gives: "Int64",
    nulls: "partial",
    names: {},
    meaning: "remainder with the sign of a; by 0 NULL"
  },
  negate: { takes: ["number"], gives: "argument", nulls: "partial", meaning: "-a" },
  abs: { takes: ["number"], gives: "argument", nulls: "partial", names: { abs: "any case" }, meaning: "|a|" },
  // text
  lower: {
    takes: ["text"],
    gives: "String",
    nulls: "propagate",
    names: { lower: "any case" },
    meaning: "A-Z to a-z only"
  },
  upper: {
    takes: ["text"],
    gives: "String",
    nulls: "propagate",
    names: { upper: "any case" },
    meaning: "a-z to A-Z only"
  },
  length: {
    takes: ["text"],
    gives: "UInt64",
    nulls: "propagate",
    names: { length: "any case" },
    meaning: "bytes of the UTF-8 form"
  },
  lengthUTF8: { takes: ["text"], gives: "UInt64", nulls: "propagate", meaning: "code points" },
  startsWith: {
    takes: ["text", "text"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    meaning: "a begins with b"
  },
  endsWith: { takes: ["text", "text"], gives: "UInt8", nulls: "propagate", predicate: true, meaning: "a ends with b" },
  position: {
    takes: ["text", "text"],
    gives: "UInt64",
    nulls: "propagate",
    names: {},
    meaning: "1-based place of needle b in a, 0 when absent"
  },
  replaceAll: {
    takes: ["text", "text", "text"],
    gives: "String",
    nulls: "propagate",
    names: { replaceAll: "exact", replace: "any case" },
    meaning: "every b in a becomes c; an empty b changes nothing"
  },
  reverse: {
    takes: ["text"],
    gives: "String",
    nulls: "propagate",
    names: { reverseUTF8: "exact" },
    meaning: "code points in reverse order"
  }
} as const satisfies Readonly<Record<string, Signature>>
