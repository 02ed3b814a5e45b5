import type { FunctionName } from "@hedgerow/sql/functions/Functions"
import { signedType } from "@hedgerow/sql/functions/Signature"
import { signatures } from "@hedgerow/sql/functions/Signatures"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { callType } from "@hedgerow/sql/plan/ResultTypes"
import { dateTime, scalar, type ScalarKind, type SqlType, withNullable } from "@hedgerow/sql/types/SqlType"

/** Arguments of a call; the builder's calls all have at least one. */
export type Args = readonly [Expr, ...ReadonlyArray<Expr>]
type TypeRule = (args: Args) => SqlType

const isNullable = (args: ReadonlyArray<Expr>): boolean => args.some((arg) => arg.type.nullable)

/** The kind, nullable when an argument is. */
const strict = (kind: ScalarKind): TypeRule => (args) => scalar(kind, isNullable(args))
const never = (kind: ScalarKind): TypeRule => () => scalar(kind)
const always = (kind: ScalarKind): TypeRule => () => scalar(kind, true)
const same: TypeRule = (args) => withNullable(args[0].type, isNullable(args))
const text = strict("String")
const predicate = strict("UInt8")
const number = strict("Float64")

/** The type of a choice between branches: theirs, nullable when one of them is. */
const branches = (args: ReadonlyArray<Expr>): SqlType => {
  const typed = args.find((arg) => arg.type.kind !== "Nothing") ?? args[0]
  return typed === undefined ? scalar("Nothing", true) : withNullable(typed.type, isNullable(args))
}

const zoneOf = (args: Args): string => {
  const zone = args[1]
  return zone?._tag === "Literal" && typeof zone.value === "string" ? zone.value : "UTC"
}

type Signed = keyof typeof signatures
/** Functions over arrays, tuples and maps, and of any number of values: a case states their type. */
const typedFunctions = [
  "answerTexts",
  "array",
  "arrayConcat",
  "arrayElement",
  "arrayFilter",
  "arrayFlatten",
  "arrayFold",
  "arrayLength",
  "arrayMap",
  "arrayReverseSort",
  "arraySort",
  "arraySum",
  "greatest",
  "has",
  "least",
  "map",
  "mapElement",
  "mapFromArrays",
  "mapKeys",
  "mapValues",
  "native",
  "orEmpty",
  "maxByKey",
  "minByKey",
  "runningSums",
  "sumByKey",
  "sumOf",
  "toExact",
  "tuple",
  "tupleElement"
] as const satisfies ReadonlyArray<FunctionName>
export type TypedFunction = (typeof typedFunctions)[number]

export const isTyped = (fn: FunctionName): fn is TypedFunction => typedFunctions.some((name) => name === fn)

const isSigned = (name: FunctionName): name is Signed => Object.hasOwn(signatures, name)

/** The result types of the functions that have no signature; `cast` has its own builder. */
const unsigned = {
  equals: predicate,
  notEquals: predicate,
  less: predicate,
  lessOrEquals: predicate,
  greater: predicate,
  greaterOrEquals: predicate,
  isNotDistinct: never("UInt8"),
  isDistinct: never("UInt8"),
  like: predicate,
  ilike: predicate,
  if: (args) => branches(args.slice(1)),
  multiIf: (args) => branches(args.filter((_, i) => i % 2 === 1 || i === args.length - 1)),
  coalesce: (args) => withNullable(branches(args), args.every((arg) => arg.type.nullable)),
  nullIf: (args) => withNullable(args[0].type, true),
  plus: same,
  minus: same,
  floor: number,
  ceil: number,
  round: number,
  concat: text,
  substring: text,
  trimLeft: text,
  trimRight: text,
  toString: text,
  toInt: always("Int64"),
  toFloat: always("Float64"),
  toBool: always("Bool"),
  toUUID: always("UUID"),
  toDate: always("Date"),
  toDateTime: (args) => dateTime(zoneOf(args), true),
  isoTime: always("String"),
  toUnixTimestamp: strict("Int64"),
  toMicros: strict("Int64"),
  cutTime: (args) => args[0].type,
  fromMicros: () => dateTime("UTC", true)
} satisfies Record<Exclude<FunctionName, "cast" | Signed | TypedFunction>, TypeRule>

/** The result type of a call. */
export const resultType = (fn: Exclude<FunctionName, "cast" | TypedFunction>, args: Args): SqlType =>
  callType(fn, args, isSigned(fn) ? signedType(signatures[fn], args) : unsigned[fn](args))
