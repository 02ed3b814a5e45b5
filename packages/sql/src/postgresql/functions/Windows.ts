import type { WindowName } from "../../functions/Functions.ts"
import type { Window } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import { windowText } from "../../render/RenderWindow.ts"
import type { ExprRenderer } from "../ExprRenderer.ts"
import { orderTerms } from "./Aggregates.ts"

type Rendering = (window: Window, over: string, r: ExprRenderer) => string

/** `OVER (…)`. */
export const renderOver = (window: Window, r: ExprRenderer): string => {
  const terms = window.orderBy.map(({ descending, expr }) => orderTerms(expr, r.value(expr), descending))
  return ` OVER ${windowText(window, window.partitionBy.map(r.value), terms)}`
}

const ranking = (name: string): Rendering => (_, over) => `${name}()${over}`

const ofFrame = (name: string): Rendering => (window, over, r) => `${name}(${r.value(argument(window, 0))})${over}`

const countOf = (window: Window): number => {
  const count = argument(window, 1)
  return count._tag === "Literal" ? Math.min(Number(count.value), 2_147_483_647) : 1
}

const beside = (name: string): Rendering => (window, over, r) =>
  `${name}(${r.value(argument(window, 0))}, ${countOf(window)}, ${r.value(argument(window, 2))})${over}`

/** Functions of rows over windows. */
export const windowRenderings = {
  rowNumber: ranking("row_number"),
  rank: ranking("rank"),
  denseRank: ranking("dense_rank"),
  firstValue: ofFrame("first_value"),
  lastValue: ofFrame("last_value"),
  nthValue: (window, over, r) => `nth_value(${r.value(argument(window, 0))}, ${countOf(window)})${over}`,
  lag: beside("lag"),
  lead: beside("lead")
} satisfies Record<WindowName, Rendering>
