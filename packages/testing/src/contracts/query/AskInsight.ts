import type { Project, ProjectId } from "@hedgerow/core/access/Project"
import { noTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { everything } from "@hedgerow/core/query/EngineAbilities"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { QueryKind, QueryNode, QueryRun } from "@hedgerow/core/query/QueryKind"
import { defaultLimits } from "@hedgerow/core/query/QueryLimits"
import { Effect } from "effect"

/** The project that asks: its weeks begin on Monday, and sessions `s3` are its own tests. */
export interface Asking {
  readonly id: ProjectId
  readonly now: EventTime
  readonly timezone: string
}

/** What a query of an insight is run with, but for the limits of its kind. */
export const insightRun = Effect.fnUntraced(function*({ id, now, timezone }: Asking) {
  const run: QueryRun = {
    engine: yield* QueryEngine,
    limits: defaultLimits,
    abilities: everything("this engine"),
    now,
    project: {
      id,
      timezone,
      week_start_day: 1,
      test_account_filters: [{ type: "event_metadata", key: "$session_id", operator: "is_not", value: "s3" }]
    } as unknown as Project,
    types: noTypes,
    cohorts: Effect.succeed([]),
    overrides: { filtersOverride: undefined, variablesOverride: undefined },
    queryLog: Effect.succeed([])
  }
  return run
})

/** Reads a node and runs it, as a request does. */
export const askInsight = Effect.fnUntraced(function*<Node extends QueryNode, Outcome>(
  kind: QueryKind<Node, Outcome>,
  node: object,
  asking: Asking
) {
  const run = yield* insightRun(asking)
  return yield* kind.run(yield* kind.decode({ ...node }, [], run), run)
})
