import type { FunctionRow } from "./Signature.ts"
import { signatures } from "./Signatures.ts"

/**
 * The functions of the IR: one row per function with its null rule and meaning. Each engine has a table over the same
 * names, total by type, so a function without an implementation does not compile. The functions that users write are
 * rows of `catalogue/Signatures.ts`, each a function of the IR by itself, or are lowered to these by the catalogue.
 */
export const functions = {
  ...signatures,
  // comparison: both arguments have the same type (casts are in the plan). Strings compare by code point, Bool false < true,
  // NaN is equal to nothing and neither less nor greater.
  equals: { nulls: "propagate", predicate: true, meaning: "a = b" },
  notEquals: { nulls: "propagate", predicate: true, meaning: "a <> b" },
  less: { nulls: "propagate", predicate: true, meaning: "a < b" },
  lessOrEquals: { nulls: "propagate", predicate: true, meaning: "a <= b" },
  greater: { nulls: "propagate", predicate: true, meaning: "a > b" },
  greaterOrEquals: { nulls: "propagate", predicate: true, meaning: "a >= b" },
  isNotDistinct: { nulls: "never", predicate: true, meaning: "both NULL, or both not NULL and equal; never NULL" },
  isDistinct: { nulls: "never", predicate: true, meaning: "the opposite of isNotDistinct; never NULL" },
  like: {
    nulls: "propagate",
    predicate: true,
    meaning: "a matches LIKE pattern b: % any run, _ any code point, \\ escapes"
  },
  ilike: {
    nulls: "propagate",
    predicate: true,
    meaning: "like, after lower-casing both by simple Unicode mapping of single code points"
  },
  // conditionals
  if: { nulls: "own", meaning: "c ? a : b; a NULL condition is false; a and b have the result's type" },
  multiIf: { nulls: "own", meaning: "c1, v1, c2, v2, …, else; as if" },
  coalesce: { nulls: "own", meaning: "the first of 1+ that is not NULL" },
  greatest: {
    nulls: "own",
    meaning: "the greatest of 2+ as the aggregate max has it: NULL and NaN only for want of others"
  },
  least: { nulls: "own", meaning: "the least of 2+ as the aggregate min has it: NULL and NaN only for want of others" },
  nullIf: { nulls: "own", meaning: "NULL when isNotDistinct(a, b), else a" },
  // arithmetic: arguments are cast to one type (Int64 or Float64) in the plan; integers beyond Int64 are NULL. Exact
  // numbers (UInt64, Decimal) are counted in units of the last digit, whatever their scales: NULL beyond the Call's type.
  plus: { nulls: "partial", meaning: "a + b" },
  minus: { nulls: "partial", meaning: "a - b" },
  sumOf: {
    nulls: "partial",
    meaning: "3+ numbers of one type. Float64: added from the left; Int64: the exact total, NULL beyond Int64"
  },
  floor: { nulls: "propagate", meaning: "Float64, the largest whole number not above a" },
  ceil: { nulls: "propagate", meaning: "Float64, the smallest whole number not below a" },
  round: { nulls: "propagate", meaning: "Float64 a and Int64 literal n (-15…15): roundHalfEven(a * 10^n) / 10^n" },
  // text
  concat: { nulls: "propagate", meaning: "1+ strings joined" },
  substring: {
    nulls: "propagate",
    meaning: "s, Int64 from (1-based; negative counts from the end; 0 gives ''), Int64 length (negative gives '')"
  },
  trimLeft: { nulls: "propagate", meaning: "without leading spaces (U+0020)" },
  trimRight: { nulls: "propagate", meaning: "without trailing spaces (U+0020)" },
  // conversion (NULL when the text has not that form; never an error)
  toString: {
    nulls: "propagate",
    meaning:
      "any scalar as text: Bool true/false, Float64 shortest (no exponent, nan, inf, -inf), Date 2020-01-31, DateTime64 2020-01-31 10:00:00.000000 in its zone"
  },
  toInt: {
    nulls: "own",
    meaning:
      "Nullable(Int64): text of [+-]digits; Float64 and UInt64 only when whole and in range; Bool 0/1; Date days; DateTime64 whole seconds"
  },
  toFloat: {
    nulls: "own",
    meaning:
      "Nullable(Float64): text of [+-] decimal digits with optional fraction and exponent, or nan, inf, -inf in any letter case"
  },
  toExact: {
    nulls: "own",
    meaning:
      "a UInt64 or Decimal, or NULL beyond it: Int64; Float64 by its shortest text; text of [+-] decimal digits with "
      + "optional fraction and exponent; exact numbers. Digits beyond the scale are cut; to UInt64 floats and texts must be whole"
  },
  toBool: {
    nulls: "own",
    meaning: "Nullable(Bool): numbers non-zero; text true/t/yes/y/on/1 and false/f/no/n/off/0 in any letter case"
  },
  toUUID: { nulls: "own", meaning: "Nullable(UUID): 8-4-4-4-12 hex digits in any letter case" },
  toDate: {
    nulls: "own",
    meaning:
      "x, String literal zone. Nullable(Date): text that starts YYYY-MM-DD (rest: end, or space/T and a time, as toDateTime), DateTime64 by its day in the zone, integers as days"
  },
  toDateTime: {
    nulls: "own",
    meaning:
      "x, String literal zone. Nullable(DateTime64): text YYYY-MM-DD[( |T)HH:MM[:SS[.f{1,9}]][Z|±HH[:]MM]] (zone when no offset; µs, rest cut), integers and floats as seconds, Date as its midnight in the zone"
  },
  // arrays, tuples, maps: none of them is NULL, their members may be. Equal members are equal values, NULL equals NULL.
  array: { nulls: "own", meaning: "an array of 0+ members, each of the type's element" },
  tuple: { nulls: "own", meaning: "a tuple of 1+ members" },
  map: {
    nulls: "own",
    meaning: "a map of key, value, key, value, …; of equal keys the first counts when read, on ClickHouse any of them"
  },
  arrayElement: {
    nulls: "own",
    meaning:
      "array, Int64 place from 1 (negative: from the end); the default of the type where there is none (`DefaultCell.ts`)"
  },
  tupleElement: { nulls: "own", meaning: "tuple, Int64 literal place from 1" },
  mapElement: { nulls: "own", meaning: "map, key; the default of the type where it has none" },
  arrayLength: { nulls: "own", meaning: "UInt64: members of an array or pairs of a map" },
  has: { nulls: "own", predicate: true, meaning: "array, value or NULL: 1 when it is a member; NaN is none" },
  arrayMap: {
    nulls: "own",
    meaning: "Lambda, 1+ arrays: its values for the members of each place, NULL where an array is shorter"
  },
  arrayFilter: { nulls: "own", meaning: "Lambda, 1+ arrays: the members of the first for which the condition holds" },
  arrayFold: {
    nulls: "own",
    meaning: "Lambda of a value and members, 1+ arrays, the first value: the value after the members of every place"
  },
  arrayConcat: { nulls: "own", meaning: "1+ arrays of one type: the members of the first, then those of the next, …" },
  arraySort: {
    nulls: "own",
    meaning: "array, keys: the members by the key at their place, NaN, then NULL, last; of equal keys as they stood"
  },
  arrayReverseSort: { nulls: "own", meaning: "as arraySort, the greatest key first, NaN, then NULL, last" },
  arraySum: {
    nulls: "own",
    meaning: "array of Int64 or Float64: the sum as of sumOf, NULL members left out, 0 of none"
  },
  arrayFlatten: { nulls: "own", meaning: "array of arrays: the members of the innermost ones, in their order" },
  runningSums: {
    nulls: "own",
    meaning:
      "array of Int64 or Float64: of each member the sum as far as it; NULL from a member that is NULL on, and where the "
      + "sum is beyond Int64"
  },
  sumByKey: {
    nulls: "own",
    meaning:
      "array of tuples of a key and an Int64 or Float64: a map of the sums by key, in the order of the keys; pairs with "
      + "NULL are left out, sums beyond Int64 are NULL"
  },
  minByKey: { nulls: "own", meaning: "as sumByKey, the least; pairs with NaN are left out too" },
  maxByKey: { nulls: "own", meaning: "as minByKey, the greatest" },
  mapFromArrays: { nulls: "own", meaning: "keys, values: a map of those side by side, as far as both go" },
  mapKeys: { nulls: "own", meaning: "the keys of a map, in their order" },
  mapValues: { nulls: "own", meaning: "the values of a map, in their order" },
  answerTexts: {
    nulls: "own",
    meaning:
      "the members of a text that is a list of texts in canonical JSON; none of NULL and ''; any other text alone"
  },
  orEmpty: { nulls: "own", meaning: "the array or map, which a join may have left out: then an empty one" },
  /** Changes the type without loss: integer → wider integer, exact number or Float64, exact number → one of as many digits before and after the point, or the nearest Float64, Bool → integer, T → Nullable(T), Nothing → Nullable(T), JSON → String (canonical text), arrays, tuples and maps by their members. */
  cast: { nulls: "propagate", meaning: "the lossless conversion to the Call's type, which may allow NULL in any case" },
  /** Only in plans for ClickHouse, which alone has these functions. */
  native: {
    nulls: "own",
    meaning: "the function of ClickHouse whose name the first literal is, of the other arguments"
  },
  isoTime: {
    nulls: "own",
    meaning:
      "Text, Int64 literal, 1 where the first number of `05/01/2024` is the month. Nullable(String): a text of the form of WrittenTimes.ts as ISO 8601; else NULL"
  },
  toUnixTimestamp: { nulls: "propagate", meaning: "Int64, whole seconds (floor) of a DateTime64" },
  toMicros: { nulls: "propagate", meaning: "Int64, microseconds since 1970 of a DateTime64" },
  cutTime: {
    nulls: "propagate",
    meaning: "DateTime64, Int64 literal n: the instant of a whole number of n microseconds, toward 1970"
  },
  fromMicros: { nulls: "own", meaning: "Nullable(DateTime64) of Int64 microseconds since 1970; NULL outside 1900…2199" }
} as const satisfies Record<string, FunctionRow>

export type FunctionName = keyof typeof functions

/*
 * DateCall:
 * - startOf(x: Date | DateTime64): the start of the unit in the zone. Type Date for week, month, quarter, year;
 *   DateTime64 for the rest.
 * - part(x): year, quarter, month, day (of month), dayOfWeek, dayOfYear, hour, minute, second of x in the zone.
 * - diff(a, b): Int64 number of unit boundaries crossed from a to b in the zone (ClickHouse's dateDiff); arguments DateTime64.
 * - add(x: DateTime64, n: Int64): wall-clock arithmetic in the zone for day and longer (31 Jan + 1 month = last of February),
 *   exact time for hour and shorter. Weeks are seven days. Type DateTime64.
 * All are NULL when an argument is NULL. A wall time that a zone skips moves forward by the gap; one that occurs twice
 * is the earlier. A start before 1900 is the first instant or day of 1900; a sum outside 1900…2199 is NULL.
 */

/** Aggregates skip NULL arguments. The plan's type is nullable where an empty group gives NULL. */
export const aggregates = {
  count: { meaning: "UInt64: rows (no argument), or rows whose argument is not NULL; 0 for none" },
  countDistinct: { meaning: "UInt64: distinct non-NULL values of one argument, exact; 0 for none" },
  sum: {
    meaning:
      "Int64, UInt64, Decimal or Float64. For none: 0 when the argument is not nullable, else NULL. NULL beyond the type; Float64 by IEEE 754"
  },
  avg: { meaning: "Float64; NULL for none" },
  min: { meaning: "the least by comparison (NaN is skipped unless all are NaN); NULL for none" },
  max: { meaning: "the greatest, as min" },
  anyValue: { meaning: "some non-NULL value: the least, so that engines agree; NULL for none" },
  argMin: {
    meaning:
      "the first argument of the row with the least second argument; ties take the least first argument; rows with NULL in either are skipped"
  },
  argMax: { meaning: "as argMin with the greatest second argument; ties take the least first argument" },
  covariance: {
    meaning:
      "Float64: the mean product of the distances of two Float64 from their means, with the digits that large means would "
      + "cost; rows where one is NULL, NaN or beyond 1e70 are skipped; 0 where one never changes; NULL for none"
  },
  groupArray: {
    meaning:
      "the non-NULL values as an array, by the aggregate's order, else in any; a parameter is the most members it has"
  },
  groupBitAnd: { meaning: "Int64: the bits that all non-NULL values have; -1 for none" },
  groupBitOr: { meaning: "Int64: the bits that one of the values has; 0 for none" },
  groupBitXor: { meaning: "Int64: the bits that an odd number of the values have; 0 for none" },
  quantile: {
    meaning:
      "Float64: the value at the place of the parameter (0…1) among those that are not NULL or NaN, in a straight line between two; NULL for none"
  }
} as const satisfies Record<string, { readonly meaning: string }>

export type AggregateName = keyof typeof aggregates

/** Functions of rows over windows, beside the aggregates. */
export const windows = {
  rowNumber: { meaning: "UInt64: 1, 2, … in the order of the window" },
  rank: { meaning: "UInt64: one more than the rows before those equal in the order" },
  denseRank: { meaning: "UInt64: as rank, without gaps" },
  firstValue: { meaning: "of the first row of the frame, NULL counted; NULL without rows" },
  lastValue: { meaning: "of the last row of the frame, NULL counted; NULL without rows" },
  nthValue: { meaning: "x, literal n from 1: of the n-th row of the frame; NULL without it" },
  lag: { meaning: "x, literal n, default: of the row n before in the partition, whatever the frame; else the default" },
  lead: { meaning: "as lag, after" }
} as const satisfies Record<string, { readonly meaning: string }>

export type WindowName = keyof typeof windows
