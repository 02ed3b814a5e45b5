import { noTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { everything } from "@hedgerow/sql/planning/Abilities"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Duration, Effect } from "effect"
import { cpuInTurns, load, onEmbedded, personsOf, projectOne } from "./clickHouse.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { lastMicros } from "./generatedEvents.ts"
import { insightShapes } from "./insightQueries.ts"
import { areEqual, type InsightShape } from "./InsightShape.ts"

const rounds = 10

/** Answers an insight as a server does. */
export const answer = Effect.fnUntraced(function*({ kind, node }: Pick<InsightShape, "kind" | "node">) {
  const asked = {
    project: projectOne,
    types: noTypes,
    cohorts: Effect.succeed([]),
    actions: Effect.succeed([]),
    groupTypes: Effect.succeed(new Map()),
    variables: Effect.succeed([]),
    queryLog: Effect.succeed([]),
    abilities: everything("ClickHouse"),
    now: lastMicros as EventTime,
    overrides: { filtersOverride: undefined, variablesOverride: undefined }
  }
  const { prepared } = yield* kind.read({ ...asked, node: { kind: kind.kind, ...node }, path: ["query"] })
  const limits = { ...defaultLimits, timeout: Duration.minutes(5) }
  return yield* Effect.provideService(prepared(asked).answer(yield* QueryEngine), QueryLimits, limits)
})

const native = Effect.fnUntraced(function*(sql: string) {
  return (yield* (yield* ClickHouse).query({ sql })).rows
})

const compare = Effect.fnUntraced(function*(shape: InsightShape) {
  const { results } = yield* answer(shape)
  const [mine, theirs] = [
    shape.ours((Array.isArray(results) ? results : [results]).filter(isJsonRecord)),
    shape.theirs(yield* native(shape.native))
  ]
  if (!areEqual(mine, theirs)) {
    return yield* Effect.die(new Error(`${shape.name}: ${mine.join(" ")} is not ${theirs.join(" ")}`.slice(0, 1000)))
  }
  // A server has been running for a while.
  yield* Effect.repeat(answer(shape), { times: rounds - 1 })
  const works: ReadonlyArray<Effect.Effect<unknown, unknown, ClickHouse | QueryEngine>> = [
    answer(shape),
    native(shape.native)
  ]
  const [ours = 0, baseline = 0] = yield* cpuInTurns(rounds, works)
  const comparison: Comparison = { name: `insight: ${shape.name}`, unit: "query", ours, baseline }
  return comparison
})

/** Insights on that many events, beside SQL for the same numbers written by hand. */
export const benchInsights = (count: number): Promise<Measured> =>
  onEmbedded(Effect.gen(function*() {
    yield* load(count)
    const rows = yield* Effect.forEach(insightShapes, compare)
    return {
      rows,
      notes: [`insight: ${count} events of ${personsOf(count)} persons, ${rounds} rounds of each in turns.`]
    }
  }))
