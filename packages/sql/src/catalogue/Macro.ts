import type { Example } from "../functions/Signature.ts"
import type { CallSite } from "../planning/CallSite.ts"
import type { Described, Parameter } from "../planning/Described.ts"

/**
 * A function that is an expression over others, of arguments that may be arrays, maps, tuples and lambdas. `a`, `b`,
 * `c` … are the arguments, `arg1`, `arg2`, … too; `all` stands for all of them and `rest` for all but the first, as
 * arguments of a call. Where the text follows from the call, it is given how many arguments there are beside the
 * condition of a twin.
 */
export interface Macro extends Described {
  readonly as: string | ((site: CallSite, count: number) => string)
  readonly example: Example
  readonly names?: ReadonlyArray<string>
  /** There are constants before the arguments, as in `topK(5)(x)`, or may be. */
  readonly params?: true | "optional"
}

/** A row of a table of macros; parameters with commas between. The expression decides the meaning of NULL arguments. */
export const macro = (
  parameters: string,
  result: string,
  meaning: string,
  as: Macro["as"],
  example: Example
): Macro => ({
  parameters: parameters.split(", ") as ReadonlyArray<string> as ReadonlyArray<Parameter>,
  result,
  nulls: "own",
  meaning,
  as,
  example
})

/** As `macro`, and NULL where an argument is, or where the expression has no result. */
export const strictMacro = (...row: Parameters<typeof macro>): Macro => ({ ...macro(...row), nulls: "lacking" })

/** One text where the first argument is a lambda, another one where it is none. */
export const overLambda = (plain: string, withLambda: string): Macro["as"] => (site) =>
  site.count > 0 && site.ast(0)._tag === "Lambda" ? withLambda : plain

/** The text for each number of arguments, the fewest first. */
export const byCount = (fewest: number, ...texts: ReadonlyArray<string>): Macro["as"] => (_, count) =>
  texts[count - fewest] ?? texts.at(-1) ?? ""
