import { Effect } from "effect"
import { TypedProperties } from "../../definitions/TypedProperties.ts"
import { now as currentTime } from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import { EngineAbilities } from "../EngineAbilities.ts"
import { StatementSlots } from "../execution/EngineSlots.ts"
import { inSlots } from "../execution/SlottedStatements.ts"
import { KnownCohorts } from "../KnownCohorts.ts"
import { QueryEngine } from "../QueryEngine.ts"
import { QueryLimits } from "../QueryLimits.ts"
import { measuredEngine } from "../QueryMetrics.ts"
import type { StatementRun } from "./RunStatement.ts"

/** Statements that a service runs for a project of its own accord, as of now, within the limits of every query. */
export const makeStatementRuns = Effect.gen(function*() {
  const engine = yield* measuredEngine(yield* QueryEngine)
  const slots = yield* StatementSlots
  const typed = yield* TypedProperties
  const cohorts = yield* KnownCohorts
  const abilities = yield* EngineAbilities
  return Effect.fnUntraced(function*(project: Project) {
    const run: StatementRun = {
      engine: inSlots(slots, project.id)(engine),
      abilities,
      project,
      types: yield* typed.of(project.id),
      cohorts: cohorts.of(project.id),
      limits: yield* QueryLimits,
      now: yield* currentTime
    }
    return run
  })
})
