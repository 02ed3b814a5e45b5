import { noTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { Project } from "@hedgerow/core/identity/Project"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { defaultLimits } from "@hedgerow/core/query/QueryLimits"
import type { StatementRun } from "@hedgerow/core/query/structured/RunStatement"
import { everything } from "@hedgerow/sql/planning/Abilities"
import { Effect } from "effect"

/** Statements for a project without definitions, cohorts and actions run like this. */
export const statementRun = Effect.fnUntraced(function*(project: Project, now: EventTime) {
  const run: StatementRun = {
    engine: yield* QueryEngine,
    abilities: everything("this engine"),
    limits: defaultLimits,
    now,
    project,
    types: noTypes,
    cohorts: Effect.succeed([])
  }
  return run
})
