import type { WindowName } from "../../functions/Functions.ts"
import type { Expr, Frame, Window } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { windowText } from "../../render/RenderWindow.ts"
import { nullableChType } from "../ChType.ts"
import type { ExprRenderer } from "../ExprRenderer.ts"
import { sqlText } from "../SqlText.ts"
import { orderTerm } from "./Aggregates.ts"
import { oneOfEqual } from "./OneOfEqual.ts"

type Rendering = (window: Window, over: string, r: ExprRenderer) => string

/** `OVER (…)`. */
export const renderOver = (window: Window, r: ExprRenderer): string => {
  const keys = window.partitionBy.map((key) => oneOfEqual(key, r.value(key)))
  const terms = window.orderBy.map(({ descending, expr }) => orderTerm(expr, r.value(expr), descending))
  return ` OVER ${windowText(window, keys, terms)}`
}

const ranking = (name: string): Rendering => (_, over) => `toInt64(${name}()${over})`

const nullable = (expr: Expr, r: ExprRenderer): string => `toNullable(${r.value(expr)})`

const ofFrame = (name: string): Rendering => (window, over, r) =>
  `${name}(${nullable(argument(window, 0), r)}) RESPECT NULLS${over}`

const countOf = (window: Window): number => {
  const count = argument(window, 1)
  return count._tag === "Literal" ? Number(count.value) : 1
}

const whole: Frame = {
  unit: "rows",
  start: { kind: "preceding", count: "unbounded" },
  end: { kind: "following", count: "unbounded" }
}

const beside = (name: string): Rendering => (window, _, r) => {
  const [x, otherwise] = [argument(window, 0), argument(window, 2)]
  const type = sqlText(nullableChType(x.type))
  const args = [`CAST(${r.value(x)}, ${type})`, String(countOf(window)), `CAST(${r.value(otherwise)}, ${type})`]
  return `${name}(${args.join(", ")})${renderOver({ ...window, frame: whole }, r)}`
}

/** Functions of rows over windows. */
export const windowRenderings = {
  rowNumber: ranking("row_number"),
  rank: ranking("rank"),
  denseRank: ranking("dense_rank"),
  firstValue: ofFrame("first_value"),
  lastValue: ofFrame("last_value"),
  nthValue: (window, over, r) => `nth_value(${nullable(argument(window, 0), r)}, ${countOf(window)})${over}`,
  lag: beside("lagInFrame"),
  lead: beside("leadInFrame")
} satisfies Record<WindowName, Rendering>
