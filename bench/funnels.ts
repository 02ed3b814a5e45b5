import { noTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import type { Asked } from "@hedgerow/core/query/Asked"
import { everything } from "@hedgerow/core/query/EngineAbilities"
import { funnelsQuery } from "@hedgerow/core/query/kinds/funnels/FunnelsKind"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { ClickHouse } from "@hedgerow/storage-clickhouse/ClickHouse"
import { Effect } from "effect"
import { cpuPer, load, onEmbedded, projectOne } from "./clickHouse.ts"
import { merged, nativePerson } from "./clickHouseQueries.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { lastMicros } from "./generatedEvents.ts"

const rounds = 10

const within =
  "project_id = 1 AND timestamp >= toDateTime64('2026-05-31 00:00:00', 6, 'UTC') AND timestamp <= toDateTime64('2026-06-30 00:00:00', 6, 'UTC')"

const steps = ["signup", "add to cart", "purchase"]

const funnel: JsonRecord = {
  kind: "FunnelsQuery",
  series: steps.map((event) => ({ kind: "EventsNode", event })),
  dateRange: { date_from: "2026-05-31T00:00:00Z", date_to: "2026-06-30T00:00:00Z", explicitDate: true }
}

/** A funnel of three steps as `windowFunnel` has it: how many came how far, not how long it took them. */
const levels = (more: string, group: string) =>
  `SELECT ${more}${nativePerson} AS person, windowFunnel(1209600000000)(toUInt64(toUnixTimestamp64Micro(timestamp)), ${
    steps.map((step) => `event = '${step}'`).join(", ")
  }) AS level FROM events AS e ${merged}
    WHERE event IN ('signup', 'add to cart', 'purchase') AND ${within} GROUP BY person${group}`

const counts = "countIf(level >= 1), countIf(level >= 2), countIf(level >= 3)"

interface Shape {
  readonly name: string
  readonly query: JsonRecord
  readonly native: string
}

const shapes: ReadonlyArray<Shape> = [
  {
    name: "three steps in 14 days",
    query: funnel,
    native: `SELECT ${counts} FROM (${levels("", "")})`
  },
  {
    name: "the same by the first browser",
    query: { ...funnel, breakdownFilter: { breakdown: "$browser", breakdown_type: "event" } },
    native: `SELECT ${counts}, browser FROM (${
      levels("argMin(`mat_$browser`, timestamp) AS browser, ", "")
    }) GROUP BY browser HAVING countIf(level >= 1) > 0 ORDER BY 1 DESC`
  }
]

type Step = Readonly<Record<string, unknown>>

const ours = Effect.fnUntraced(function*(query: JsonRecord) {
  const asked: Asked = {
    project: projectOne,
    types: noTypes,
    cohorts: Effect.succeed([]),
    actions: Effect.succeed([]),
    abilities: everything("ClickHouse"),
    now: lastMicros as EventTime,
    overrides: { filtersOverride: undefined, variablesOverride: undefined },
    groupTypes: Effect.succeed(new Map()),
    variables: Effect.succeed([]),
    queryLog: Effect.succeed([])
  }
  const prepared = yield* answerable(funnelsQuery).prepare({ ...asked, node: query, path: ["query"] })
  const { results } = yield* prepared.answer(yield* QueryEngine)
  const found = results as ReadonlyArray<Step> | ReadonlyArray<ReadonlyArray<Step>>
  const groups = Array.isArray(found[0]) ? found as ReadonlyArray<ReadonlyArray<Step>> : [found as ReadonlyArray<Step>]
  return groups.map((group) => group.map(({ count }) => Number(count)))
})

const native = Effect.fnUntraced(function*(sql: string) {
  const { rows } = yield* (yield* ClickHouse).query({ sql })
  return rows.map((row) => row.slice(0, steps.length).map(Number))
})

const compare = Effect.fnUntraced(function*({ name, native: sql, query }: Shape) {
  const [mine, theirs] = [yield* ours(query), yield* native(sql)].map((rows) => JSON.stringify(rows))
  if (mine !== theirs) return yield* Effect.die(`${name}: ${mine} is not ${theirs}`)
  const repeat = <E, R>(work: Effect.Effect<unknown, E, R>) => Effect.repeat(work, { times: rounds - 1 })
  // A server has been running for a while.
  yield* repeat(ours(query))
  const baseline = yield* cpuPer(rounds, repeat(native(sql)))
  const own = yield* cpuPer(rounds, repeat(ours(query)))
  const comparison: Comparison = { name: `funnel: ${name}`, unit: "query", ours: own, baseline }
  return comparison
})

/** Funnels on that many events, beside `windowFunnel` written by hand, which has no times. */
export const benchFunnels = (count: number): Promise<Measured> =>
  onEmbedded(Effect.gen(function*() {
    yield* load(count)
    const rows = yield* Effect.forEach(shapes, compare)
    return { rows, notes: [`funnel: ${count} events; the baseline counts without the times between steps.`] }
  }))
