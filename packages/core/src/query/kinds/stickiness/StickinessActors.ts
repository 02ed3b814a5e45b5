/** The actors behind a number of stickiness. */
import { Effect } from "effect"
import { sql } from "../../../filters/SqlFragment.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { QueryError } from "../../QueryKind.ts"
import { comparedOptions, type FoundOptions } from "../actors/ActorOptions.ts"
import { type Actors, actorSource } from "../actors/ActorSource.ts"
import { intervalsLabel, stickinessQuestion } from "./RunStickiness.ts"
import { stickinessQuery } from "./StickinessKind.ts"
import type { StickinessNode } from "./StickinessNode.ts"
import { actorsSql } from "./StickinessSql.ts"

const comparisons = { exact: sql`=`, gte: sql`>=`, lte: sql`<=` }

const groupOf = ({ aggregation_group_type_index: group, series }: StickinessNode) => {
  const [first] = series
  return first?.math === "unique_group" ? first.math_group_type_index : group
}

/** Stickiness as a source of actors. */
export const stickinessActors = actorSource(stickinessQuery, {
  group: groupOf,
  actors: Effect.fnUntraced(function*(node, selection, run): Effect.fn.Return<Actors, QueryError> {
    const { all, moment, periods } = yield* stickinessQuestion(node, run)
    const { compare, day, operator, path } = selection
    const invalid = (field: string, problem: string) => InvalidInput.at([...path, field], "invalid_choice", problem)
    const series = all.find(({ order }) => order === (selection.series ?? 0))
    if (series === undefined) return yield* invalid("series", "There is no such series.")
    if (series.node.math === "hogql") return yield* invalid("series", "What this series counts has no persons.")
    const span = periods.find(({ label }) => label === compare) ?? periods[0]
    const count = Number(day ?? Number.NaN)
    if (span === undefined || !Number.isInteger(count)) return yield* invalid("day", "A number of intervals is needed.")
    const isCumulative = node.stickinessFilter?.computedAs === "cumulative"
    const compared = comparisons[operator ?? (isCumulative ? "gte" : "exact")]
    const actors = actorsSql({ node, series, span, project: run.project, moment })
    const statement = sql`SELECT actor AS actor_id FROM (${actors}) WHERE periods ${compared} ${count}`
    return { _tag: "Statement", statement }
  }),
  options: Effect.fnUntraced(function*(node, run): Effect.fn.Return<FoundOptions, QueryError> {
    const { all, interval, periods, span } = yield* stickinessQuestion(node, run)
    const days = Array.from({ length: periods[0]?.intervals ?? 0 }, (_, index) => index + 1)
    return {
      span,
      options: {
        day: days.map((day) => ({ label: intervalsLabel(day, interval, node), value: day })),
        series: all.map(({ name, order }) => ({ label: name, value: order })),
        compare: comparedOptions(periods.length > 1)
      }
    }
  })
})
