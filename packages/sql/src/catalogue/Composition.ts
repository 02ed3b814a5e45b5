import type { Example } from "../functions/Signature.ts"
import type { Described, Parameter } from "../planning/Described.ts"

/** A function that is an expression over others, and so means the same on every engine. */
export interface Composition extends Described {
  /**
   * The expression: its arguments are `a`, `b`, `c`, … Several where the last parameters may be left out, that of the
   * fewest arguments first.
   */
  readonly as: string | ReadonlyArray<string>
  readonly example: Example
  /** Other names of it. */
  readonly names?: ReadonlyArray<string>
}

/** A function that is NULL where an argument is, or where the expression has no result; parameters with commas between. */
export const strictly = (
  parameters: string,
  result: string,
  meaning: string,
  as: Composition["as"],
  example: Example
): Composition => ({
  parameters: parameters === "" ? [] : parameters.split(", ") as ReadonlyArray<string> as ReadonlyArray<Parameter>,
  result,
  nulls: "lacking",
  meaning,
  as,
  example
})
