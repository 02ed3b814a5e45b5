import type { Cell } from "../types/Cell.ts"
import type { WireValue } from "../types/ResultJson.ts"
import { arrayOf, scalar, type ScalarKind, type SqlType, withNullable } from "../types/SqlType.ts"

/**
 * The cases in which a function is NULL. `propagate`: exactly when an argument is (engines may assume that they wrap
 * the call themselves). `partial`: as `propagate`, and where whole numbers have no result in Int64. `possible`: only
 * where an argument is; the meaning says when. `lacking`: as `propagate`, and where the meaning says that there is no
 * result. `never`; an array is empty where an argument is NULL. `own`: the meaning says, and the resolver gives the
 * type.
 */
export type NullRule = "propagate" | "partial" | "possible" | "lacking" | "never" | "own"

/** A call and the answer that it has on every engine, in UTC with weeks that begin on Sunday. */
export type Example = readonly [expression: string, answer: WireValue]

/** The row of a function of the IR. `predicate` marks UInt8 results that are 0 or 1. */
export interface FunctionRow {
  readonly nulls: NullRule
  readonly predicate?: true
  readonly meaning: string
}

/**
 * The accepted arguments, and the type in which the function gets them. `number`: Int64 or Float64; `whole`: Int64; `bits`: Int64,
 * of a Float64 what stands before its point; `float`: Float64, all four also of a Bool; `condition`: a number or Bool as it is; `any`: every scalar as it is;
 * `value`: the same, documents as their text; `member`: that, or an array, tuple or map; `constant`: a text that is
 * written in the query; `texts`: an array of texts; `floats`: an array or tuple of numbers, as Float64; `wholes`: an
 * array of Int64 without NULL; `steps`: a whole number from 1 to 50 that is written in the query; `document`: a document,
 * or a text that is one. A bare NULL is a NULL of the type.
 */
export type ParameterType =
  | "any"
  | "value"
  | "member"
  | "condition"
  | "text"
  | "number"
  | "whole"
  | "bits"
  | "float"
  | "constant"
  | "texts"
  | "floats"
  | "wholes"
  | "steps"
  | "document"

/** A function that users write as the IR has it: nothing but its arguments' types stands between the two. */
export interface Signature extends FunctionRow {
  readonly nulls: Exclude<NullRule, "own">
  readonly takes: ReadonlyArray<ParameterType>
  /** Values of the last parameters where they are left out. */
  readonly defaults?: ReadonlyArray<Cell>
  /** The last parameter may be given any number of times more. */
  readonly repeats?: true
  /** Numbers are brought to one type, and a refusal names the types of all arguments. */
  readonly operator?: true
  /** The type of the result, or that of the first argument as the function gets it. */
  readonly gives: ScalarKind | "argument" | ArrayName
  /** The names that users write, where they are not just the function's own, and whether letter case matters. */
  readonly names?: Readonly<Record<string, "exact" | "any case">>
}

/** A row of a family: it brings its example along. */
export interface FamilyRow extends Signature {
  readonly example: Example
}

export type Family = Readonly<Record<string, FamilyRow>>

const arrays = {
  "Array(String)": arrayOf(scalar("String")),
  "Array(Array(String))": arrayOf(arrayOf(scalar("String"))),
  "Array(Int64)": arrayOf(scalar("Int64")),
  "Array(UInt64)": arrayOf(scalar("UInt64")),
  "Array(Float64)": arrayOf(scalar("Float64"))
} as const satisfies Readonly<Record<string, SqlType>>

export type ArrayName = keyof typeof arrays

const isArrayName = (name: Signature["gives"]): name is ArrayName => Object.hasOwn(arrays, name)

/** The type of a call by the signature, given its arguments as the function gets them. */
export const signedType = ({ gives, nulls }: Signature, args: ReadonlyArray<{ readonly type: SqlType }>): SqlType => {
  if (isArrayName(gives)) return arrays[gives]
  const type = gives === "argument" ? args[0]?.type ?? scalar("Nothing", true) : scalar(gives)
  return withNullable(type, nulls === "lacking" || nulls !== "never" && args.some((arg) => arg.type.nullable))
}
