import { noTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import type { Asked } from "@hedgerow/core/query/Asked"
import { funnelsQuery } from "@hedgerow/core/query/kinds/funnels/FunnelsKind"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { everything } from "@hedgerow/sql/planning/Abilities"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Effect } from "effect"
import { chainTimes, chainWindow } from "./chainTimes.ts"
import { cpuInTurns, load, onEmbedded, projectOne } from "./clickHouse.ts"
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

const from = `FROM events AS e ${merged} WHERE event IN ('signup', 'add to cart', 'purchase') AND ${within}`

/** A funnel of three steps as `windowFunnel` has it: how many came how far, not how long it took them. */
const levels = (more: string) =>
  `SELECT ${more}windowFunnel(${chainWindow})(toUInt64(toUnixTimestamp64Micro(timestamp)), ${
    steps.map((step) => `event = '${step}'`).join(", ")
  }) AS level ${from} GROUP BY ${nativePerson}`

const counts = "countIf(level >= 1), countIf(level >= 2), countIf(level >= 3)"

/** The same with the times of the steps. */
const chains = (more: string) => chainTimes(more, `FROM events AS e ${merged}`, within)

const took = (step: number): string => {
  const duration = `t${step} - t${step - 1}, t${step} > 0`
  return `countIf(t${step} > 0), avgIf(${duration}) / 1e6, quantileExactInclusiveIf(0.5)(${duration}) / 1e6`
}

const timedCounts = `count(), ${took(2)}, ${took(3)}`

const firstBrowser = "argMin(`mat_$browser`, timestamp) AS browser, "

interface Shape {
  readonly name: string
  readonly query: JsonRecord
  readonly counted: string
  readonly timed: string
}

const shapes: ReadonlyArray<Shape> = [
  {
    name: "three steps in 14 days",
    query: funnel,
    counted: `SELECT ${counts} FROM (${levels("")})`,
    timed: `SELECT ${timedCounts} FROM (${chains("")})`
  },
  {
    name: "the same by the first browser",
    query: { ...funnel, breakdownFilter: { breakdown: "$browser", breakdown_type: "event" } },
    counted: `SELECT ${counts}, browser FROM (${
      levels(firstBrowser)
    }) GROUP BY browser HAVING countIf(level >= 1) > 0 ORDER BY 1 DESC`,
    timed: `SELECT ${timedCounts}, browser FROM (${chains(firstBrowser)}) GROUP BY browser ORDER BY 1 DESC`
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
  const { prepared } = yield* answerable(funnelsQuery).read({ ...asked, node: query, path: ["query"] })
  const { results } = yield* prepared(asked).answer(yield* QueryEngine)
  const found = results as ReadonlyArray<Step> | ReadonlyArray<ReadonlyArray<Step>>
  const groups = Array.isArray(found[0]) ? found as ReadonlyArray<ReadonlyArray<Step>> : [found as ReadonlyArray<Step>]
  return groups.map((group) =>
    group.flatMap(({ average_conversion_time: average, count, median_conversion_time: median }, step) =>
      step === 0 ? [count] : [count, average, median]
    ).map(Number)
  )
})

const native = Effect.fnUntraced(function*(sql: string, columns: number) {
  const { rows } = yield* (yield* ClickHouse).query({ sql })
  return rows.map((row) => row.slice(0, columns).map(Number))
})

const asText = (rows: ReadonlyArray<ReadonlyArray<number>>): string =>
  JSON.stringify(rows.map((row) => row.map((number) => Number(number.toPrecision(12)))))

const requireSame = (name: string, mine: string, theirs: string) =>
  mine === theirs ? Effect.void : Effect.die(`${name}: ${mine} is not ${theirs}`)

const compare = Effect.fnUntraced(function*({ counted, name, query, timed }: Shape) {
  const mine = yield* ours(query)
  const onlyCounts = mine.map((row) => row.filter((_, column) => column === 0 || column % 3 === 1))
  yield* requireSame(name, asText(onlyCounts), asText(yield* native(counted, 3)))
  yield* requireSame(name, asText(mine), asText(yield* native(timed, 7)))
  // A server has been running for a while.
  yield* Effect.repeat(ours(query), { times: rounds - 1 })
  const works: ReadonlyArray<Effect.Effect<unknown, unknown, ClickHouse | QueryEngine>> = [
    ours(query),
    native(counted, 3),
    native(timed, 7)
  ]
  const [own = 0, byCounts = 0, byTimes = 0] = yield* cpuInTurns(rounds, works)
  const row = (baseline: number, beside: string): Comparison => ({
    name: `funnel: ${name}, beside ${beside}`,
    unit: "query",
    ours: own,
    baseline
  })
  return [row(byCounts, "windowFunnel"), row(byTimes, "SQL that has the times")]
})

/** Funnels on that many events, beside `windowFunnel` written by hand, which has no times, and beside SQL that has them. */
export const benchFunnels = (count: number): Promise<Measured> =>
  onEmbedded(Effect.gen(function*() {
    yield* load(count)
    const rows = yield* Effect.forEach(shapes, compare)
    return { rows: rows.flat(), notes: [`funnel: ${count} events, ${rounds} rounds of each in turns.`] }
  }))
