import type { WindowName } from "../functions/Functions.ts"
import type { Expr } from "../plan/Plan.ts"
import type { CallSite } from "../planning/CallSite.ts"
import { type Described, lenient } from "../planning/Described.ts"
import { defaultCell } from "../types/DefaultCell.ts"
import { isComposite, scalar, type SqlType, withNullable } from "../types/SqlType.ts"
import { unify } from "../typing/Coerce.ts"
import { int64Literal, literal } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { finder } from "./FindByName.ts"

/** A function of the plan. */
interface Lowered {
  readonly fn: WindowName
  readonly args: ReadonlyArray<Expr>
  readonly type: SqlType
}

/** A function of rows over a window. */
interface WindowEntry extends Described {
  readonly min: number
  readonly max: number
  readonly anyCase?: true
  /** A row that the frame leaves out counts as none. */
  readonly inFrame?: true
  /** The function of the plan, or SQL over others: over `part`, the rows of the part, and `ordered`, those in their order. */
  readonly lower: (site: CallSite) => Lowered | string
}

const ofRows = (parameters: Described["parameters"], result: string, meaning: string): Described =>
  lenient(parameters, result, meaning)

const ranking = (fn: WindowName, meaning: string): WindowEntry => ({
  ...ofRows([], "UInt64", meaning),
  min: 0,
  max: 0,
  anyCase: true,
  lower: () => ({ fn, args: [], type: scalar("UInt64") })
})

const valueOf = (site: CallSite): Expr => {
  const value = site.arg(0)
  return isComposite(value.type) || value.type.kind === "JSON" ? site.illegalType(0) : value
}

const ofFrame = (fn: WindowName, meaning: string): WindowEntry => ({
  ...ofRows(["any"], "argument", meaning),
  min: 1,
  max: 1,
  anyCase: true,
  lower: (site) => {
    const value = valueOf(site)
    return { fn, args: [value], type: withNullable(value.type, true) }
  }
})

const positive = (site: CallSite, index: number, least = 1): Expr => {
  const count = site.integer(index)
  return count >= least
    ? int64Literal(count)
    : refuse(`Argument ${index + 1} of '${site.name}' must be above ${least - 1}`, site.ast(index))
}

const nth: WindowEntry = {
  ...ofRows(["any", "digits"], "argument", "a of the row number b of the frame, NULL where there is none"),
  min: 2,
  max: 2,
  anyCase: true,
  lower: (site) => {
    const value = valueOf(site)
    return { fn: "nthValue", args: [value, positive(site, 1)], type: withNullable(value.type, true) }
  }
}

/** `(x, rows, default)`: one row away and NULL by default. */
const beside = (fn: "lag" | "lead", where: string) => ({
  ...ofRows(["any", "digits?", "any?"], "common", `a of the row b rows (1) ${where}, c (NULL) where there is none`),
  min: 1,
  max: 3,
  anyCase: true as const,
  lower: (site: CallSite): Lowered => {
    const value = valueOf(site)
    const offset = site.count > 1 ? positive(site, 1, 0) : int64Literal(1)
    const [x = value, otherwise = literal(null, value.type)] = site.count > 2
      ? unify([value, site.arg(2)], site)
      : [value]
    return { fn, args: [x, offset, otherwise], type: withNullable(x.type, x.type.nullable || otherwise.type.nullable) }
  }
})

/** The same over the rows of the frame; without a default there is that of the type. */
const besideInFrame = (fn: "lag" | "lead", where: string): WindowEntry => {
  const { anyCase: _, ...entry } = beside(fn, where)
  return {
    ...entry,
    inFrame: true,
    meaning: `a of the row b rows (1) ${where} in the frame, c (the default of the type) where the frame has none`,
    lower: (site: CallSite): Lowered => {
      const lowered = entry.lower(site)
      const [x, offset] = lowered.args
      if (site.count > 2 || x === undefined || offset === undefined || x.type.nullable) return lowered
      return { fn, args: [x, offset, literal(defaultCell(x.type), x.type)], type: x.type }
    }
  }
}

const share = (meaning: string, text: string): WindowEntry => ({
  ...ofRows([], "Float64", meaning),
  min: 0,
  max: 0,
  anyCase: true,
  lower: () => text
})

/** The first parts have a row more each where the rows cannot be shared out evenly. */
const ntile: WindowEntry = {
  ...ofRows(["count"], "Int64", "which of a parts the row is in, as even as can be, the first ones greater by a row"),
  min: 1,
  max: 1,
  anyCase: true,
  lower: (site) => {
    positive(site, 0)
    const [n, row, rows] = [site.integer(0), "(row_number() over ordered - 1)", "count() over part"]
    const [size, more] = [`intDiv(${rows}, ${n})`, `modulo(${rows}, ${n})`]
    return `assumeNotNull(if(${row} < (${size} + 1) * ${more}, intDiv(${row}, ${size} + 1), `
      + `${more} + intDiv(${row} - (${size} + 1) * ${more}, greatest(${size}, 1))) + 1)`
  }
}

/** The functions that stand before OVER alone. */
export const windowEntries: Readonly<Record<string, WindowEntry>> = {
  row_number: ranking("rowNumber", "the number of the row in its part, from 1"),
  rank: ranking("rank", "how many rows of the part come before, and 1"),
  dense_rank: ranking("denseRank", "how many different places come before, and 1"),
  first_value: ofFrame("firstValue", "a of the first row of the frame"),
  last_value: ofFrame("lastValue", "a of the last row of the frame"),
  nth_value: nth,
  ntile,
  percent_rank: share(
    "the part of the other rows that come before, from 0 to 1",
    "if(count() over part > 1, (rank() over ordered - 1) / (count() over part - 1), 0.0)"
  ),
  cume_dist: share(
    "the part of the rows that come before or beside, above 0 to 1",
    "count() over ordered / count() over part"
  ),
  lag: beside("lag", "before"),
  lead: beside("lead", "after"),
  lagInFrame: besideInFrame("lag", "before"),
  leadInFrame: besideInFrame("lead", "after")
}

/** The window function of that name. */
export const findWindowEntry: (name: string) => WindowEntry | undefined = finder(windowEntries)
