import { Effect } from "effect"
import { always } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { type Breakdowns, breakdownsOf } from "../../structured/BreakdownFilter.ts"
import { type ReadValue, readValues } from "../../structured/BreakdownValues.ts"
import { type CohortPart, cohortParts, isInPart } from "../../structured/CohortParts.ts"
import { closedSpan } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { runStatement, type StatementRun } from "../../structured/RunStatement.ts"
import type { FunnelRules } from "./evaluate/FunnelRules.ts"
import type { StepRange } from "./FunnelCounts.ts"
import { windowOf } from "./FunnelsFilter.ts"
import type { FunnelsNode } from "./FunnelsNode.ts"
import { allValuesSql, funnelEvents, type FunnelQuestion, valueEvents, valuesSql } from "./FunnelSql.ts"

/** The values that a funnel is cut by, within a cohort where there are cohorts beside them. */
export interface FunnelCut extends CohortPart {
  /** The breakdown values by their places; of cohorts their ids. */
  readonly values: ReadonlyArray<ReadonlyArray<string>>
  /** The form in which the texts are shown, one for each property. */
  readonly read: ReadonlyArray<ReadValue>
  /** The names of the cohorts. */
  readonly names: ReadonlyMap<string, string>
}

/** From which step to which the funnel converts. */
export const rangeOf = ({ filter, series }: FunnelsNode): StepRange => ({
  from: filter.funnelFromStep ?? 0,
  to: filter.funnelToStep ?? series.length - 1
})

/** The rules of a funnel; one that is shown over time ends with the step that it converts to. */
export const rulesOf = (node: FunnelsNode): FunnelRules => {
  const { filter, series } = node
  const optional = series.reduce((bits, step, index) => step.optionalInFunnel === true ? bits | 1 << index : bits, 0)
  return {
    steps: filter.funnelVizType === "trends" ? rangeOf(node).to + 1 : series.length,
    order: filter.funnelOrderType ?? "ordered",
    window: windowOf(filter),
    optional
  }
}

/** Of values with the same number of texts the one whose first other text is less. */
const inOrderOfTexts = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const at = one.findIndex((text, index) => text !== other[index])
  return at < 0 ? 0 : (one[at] ?? "") < (other[at] ?? "") ? -1 : 1
}

/** The values that are shown, in the order of their texts; only where there are too many the actors of each are counted. */
const valuesOf = Effect.fnUntraced(
  function*(question: FunnelQuestion, breakdowns: Breakdowns, run: StatementRun) {
    const { cohorts } = breakdowns
    if (cohorts.length > 0) return cohorts.map((cohort) => [String(cohort)])
    const cut = { ...question, breakdowns }
    const { rows: all } = yield* runStatement(allValuesSql(cut), run)
    const { rows } = all.length <= breakdowns.limit ? { rows: all } : yield* runStatement(valuesSql(cut), run)
    return rows.map((row) => row.map(String)).toSorted(inOrderOfTexts)
  }
)

const namesOf = Effect.fnUntraced(function*({ breakdowns, cohort }: CohortPart, run: StatementRun) {
  const ids = [...breakdowns.cohorts, cohort ?? "all"]
  const known = ids.some((id) => id !== "all") ? yield* run.cohorts : []
  return new Map<string, string>([["all", "all users"], ...known.map(({ id, name }) => [String(id), name] as const)])
})

/** A prepared funnel: its query, values and intervals; where it is cut, those of one part. */
export const prepareFunnel = Effect.fnUntraced(function*(node: FunnelsNode, run: QueryRun, part?: CohortPart) {
  const moment = momentOf(run, node.modifiers)
  const asked: StatementRun = { ...run, modifiers: node.modifiers }
  const interval = node.interval ?? "day"
  const plain = { node, project: run.project, moment, where: always }
  const span = yield* closedSpan(node, interval, funnelEvents(plain), { ...asked, moment })
  const read = yield* readValues(
    part?.breakdowns.by ?? [],
    { insight: node, span, where: valueEvents(plain) },
    asked
  )
  const where = part === undefined ? always : isInPart(part)
  const question: FunnelQuestion = { ...plain, where, span, breakdowns: part?.breakdowns, read, values: [] }
  const values = part === undefined ? [] : yield* valuesOf(question, part.breakdowns, asked)
  const cut: FunnelCut | undefined = part === undefined
    ? undefined
    : { ...part, values, read, names: yield* namesOf(part, asked) }
  return { asked, cut, interval, moment, question: { ...question, values }, span }
})

/** The parts of a funnel, prepared: one for each cohort beside other breakdowns. */
export const prepareParts = (node: FunnelsNode, run: QueryRun) => {
  const breakdowns = node.filter.funnelVizType === "time_to_convert" ? undefined : breakdownsOf(node.breakdownFilter)
  const parts = breakdowns === undefined ? [undefined] : cohortParts(breakdowns)
  return Effect.forEach(parts, (part) => prepareFunnel(node, run, part))
}
