import type { KnownAction } from "@hedgerow/core/actions/KnownActions"
import { type KnownTypes, noTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { Project } from "@hedgerow/core/identity/Project"
import type { AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import type { Asked, FiltersOverride } from "@hedgerow/core/query/Asked"
import type { ActorSelection, ActorSource } from "@hedgerow/core/query/kinds/actors/ActorSource"
import type { KnownCohort } from "@hedgerow/core/query/KnownCohorts"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { QueryRun } from "@hedgerow/core/query/QueryKind"
import { defaultLimits } from "@hedgerow/core/query/QueryLimits"
import { runStatement } from "@hedgerow/core/query/structured/RunStatement"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { everything } from "@hedgerow/sql/planning/Abilities"
import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { type History, rowsOf } from "../experiments/History.ts"
import { unstoredProject } from "../fixtures.ts"
import { SeedTables } from "../query/SeedTables.ts"

/** For which project and when an insight is asked for. */
export interface InsightWorld {
  readonly history: History
  readonly now: number
  readonly timezone?: string
  readonly week_start_day?: 0 | 1
  readonly test_account_filters?: Project["test_account_filters"]
  readonly types?: KnownTypes
  readonly cohorts?: ReadonlyArray<KnownCohort>
  readonly actions?: ReadonlyArray<KnownAction>
}

/** The events of the world are in the engine's tables. */
export const seedWorld = Effect.fnUntraced(function*({ history }: InsightWorld) {
  const tables = yield* SeedTables
  yield* tables.seed(history.project, rowsOf(history))
})

type Changes = typeof FiltersOverride.Type

/** With what a query of the world is asked. */
export const askedOf = (world: InsightWorld, overrides?: Changes): Asked => ({
  project: unstoredProject(world.history.project, {
    timezone: world.timezone ?? "UTC",
    week_start_day: world.week_start_day ?? 0,
    test_account_filters: world.test_account_filters ?? []
  }),
  types: world.types ?? noTypes,
  cohorts: Effect.succeed(world.cohorts ?? []),
  actions: Effect.succeed(world.actions ?? []),
  now: world.now as EventTime,
  abilities: everything("this engine"),
  overrides: { filtersOverride: overrides, variablesOverride: undefined },
  groupTypes: Effect.succeed(new Map()),
  variables: Effect.succeed([]),
  queryLog: Effect.succeed([])
})

/** The answer of a query of the kind, as the wire shows it. */
export const askInsight = Effect.fnUntraced(
  function*(kind: AnswerableKind, world: InsightWorld, node: JsonRecord, overrides?: Changes) {
    const asked = askedOf(world, overrides)
    const read = yield* kind.read({ ...asked, node: { kind: kind.kind, ...node }, path: ["query"] })
    const prepared = read.prepared(asked)
    return yield* prepared.answer(yield* QueryEngine)
  }
)

/** The actors behind a part of a result: each with its number of events, where that is known. */
export const askActors = Effect.fnUntraced(
  function*(source: ActorSource, world: InsightWorld, node: JsonRecord, selection: Omit<ActorSelection, "path">) {
    const run: QueryRun = { ...askedOf(world), engine: yield* QueryEngine, limits: defaultLimits, isText: false }
    const prepared = yield* source.prepare({ kind: source.kind, ...node }, ["query", "source"], run)
    const actors = yield* prepared.actors({ ...selection, path: ["query"] }, run)
    return actors._tag === "Listed"
      ? actors.ids.map((id): Row => [id])
      : (yield* runStatement(actors.statement, run)).rows
  }
)
