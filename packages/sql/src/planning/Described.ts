import type { NullRule } from "../functions/Signature.ts"

/**
 * A parameter by what it must be. `text?` may be left out, `text…` is given once or more often, `text…?` may be left out too. `date` is a
 * Date, a DateTime64 or a constant text that is one; `decimal` is a decimal or whole number; `zone`, `unit`, `mode`,
 * `digits`, `scale`, `type` and `path` are constants.
 */
export type Parameter = `${ParameterName}${"" | "?" | "…" | "…?"}`

type ParameterName =
  | "any"
  | "bits"
  | "array"
  | "condition"
  | "constant"
  | "count"
  | "date"
  | "decimal"
  | "digits"
  | "document"
  | "float"
  | "floats"
  | "interval"
  | "json"
  | "lambda"
  | "list"
  | "map"
  | "member"
  | "mode"
  | "number"
  | "path"
  | "pattern"
  | "query"
  | "scale"
  | "steps"
  | "text"
  | "texts"
  | "tuple"
  | "type"
  | "unit"
  | "value"
  | "whole"
  | "wholes"
  | "zone"

/** The description of a function: the data that documentation, completion and tests read. */
export interface Described {
  readonly parameters: ReadonlyArray<Parameter>
  /** The type of the result, NULL aside; `argument` is that of the first argument, `common` the one that all share. */
  readonly result: string
  readonly nulls: NullRule
  readonly meaning: string
  /** The name that this one stands for. */
  readonly aliasOf?: string
  /** The name is known in any letter case. */
  readonly anyCase?: true
}

/** The least and the greatest number of arguments. */
export const arityOf = (parameters: ReadonlyArray<Parameter>): { readonly min: number; readonly max: number } => {
  return {
    min: parameters.filter((parameter) => !parameter.endsWith("?")).length,
    max: parameters.some((parameter) => parameter.includes("…")) ? Infinity : parameters.length
  }
}

/** A function that is NULL exactly when an argument is. */
export const strict = (parameters: ReadonlyArray<Parameter>, result: string, meaning: string): Described => ({
  parameters,
  result,
  nulls: "propagate",
  meaning
})

/** A function with a rule of its own for NULL, which its meaning states. */
export const lenient = (
  parameters: ReadonlyArray<Parameter>,
  result: string,
  meaning: string,
  nulls: NullRule = "own"
): Described => ({ parameters, result, nulls, meaning })

/** The same under a name that is known in any letter case. */
export const inAnyCase = (described: Described): Described => ({ ...described, anyCase: true })

/** `dateDiff(unit, date, date, [zone])`: a call in the form of its parameters. */
export const written = (name: string, parameters: Described["parameters"]): string => {
  const texts = parameters.map((parameter) => {
    const text = parameter.replace("…", ", …")
    return text.endsWith("?") ? `[${text.slice(0, -1)}]` : text
  })
  return `${name}(${texts.join(", ")})`
}
