import type { Project, ProjectId } from "@hedgerow/core/access/Project"
import type { KnownAction } from "@hedgerow/core/actions/KnownActions"
import { knownTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { type AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import type { Asked } from "@hedgerow/core/query/Asked"
import { everything } from "@hedgerow/core/query/EngineAbilities"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"

/** Where and when a query of a case is asked. */
export interface Asking {
  readonly project: ProjectId
  readonly now: EventTime
  readonly timezone?: string
  readonly testAccountFilters?: ReadonlyArray<JsonRecord>
  readonly actions?: ReadonlyArray<KnownAction>
  readonly overrides?: Partial<Asked["overrides"]>
}

/** For whom a case asks. */
export const askedOf = (
  { actions = [], now, overrides, project, testAccountFilters = [], timezone = "UTC" }: Asking
): Asked => ({
  project: {
    id: project,
    timezone,
    week_start_day: 0,
    test_account_filters: testAccountFilters
  } as unknown as Project,
  types: knownTypes(1, []),
  cohorts: Effect.succeed([]),
  actions: Effect.succeed(actions),
  abilities: everything("this engine"),
  now,
  overrides: { filtersOverride: undefined, variablesOverride: undefined, ...overrides },
  queryLog: Effect.succeed([])
})

/** Reads and runs a node of the kind on the engine of the suite. */
export const ask = Effect.fnUntraced(function*(kind: AnswerableKind, node: JsonRecord, asking: Asking) {
  const prepared = yield* kind.prepare({ ...askedOf(asking), node: { kind: kind.kind, ...node }, path: ["query"] })
  return yield* prepared.answer(yield* QueryEngine)
})
