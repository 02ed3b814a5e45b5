import { Context, Duration, Effect, Layer, Result } from "effect"
import type { Project } from "../../access/Project.ts"
import { KnownActions } from "../../actions/KnownActions.ts"
import { TypedProperties } from "../../definitions/TypedProperties.ts"
import { now as currentTime } from "../../events/EventTime.ts"
import { EngineAbilities } from "../../query/EngineAbilities.ts"
import { QueryEngine } from "../../query/QueryEngine.ts"
import { QueryLimits } from "../../query/QueryLimits.ts"
import { measuredEngine } from "../../query/QueryMetrics.ts"
import type { StatementRun } from "../../query/structured/RunStatement.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { CohortId } from "../Cohort.ts"
import { CohortUndecidable } from "../CohortErrors.ts"
import { KnownCohorts } from "../KnownCohorts.ts"
import { readBehaviour } from "./Behaviour.ts"
import { type BehaviourMembers, makeBehaviourMembers } from "./BehaviourMembers.ts"
import { behaviourStatement, deedCondition } from "./BehaviourSql.ts"

/** Nobody waits for an answer: a statement may take longer than one that somebody waits for. */
const timeout = Duration.minutes(10)

/** The persons who behave as conditions of cohorts say, as of now. */
export class CohortBehaviours extends Context.Service<CohortBehaviours, {
  /** A reader for each condition; nothing is read before a reader is asked. */
  readonly of: (
    project: Project,
    conditions: ReadonlyMap<CohortId, JsonRecord>
  ) => Effect.Effect<ReadonlyMap<CohortId, BehaviourMembers>, CohortUndecidable>
}>()("@hedgerow/core/cohorts/behaviour/CohortBehaviours") {
  static readonly layer: Layer.Layer<
    CohortBehaviours,
    never,
    KnownActions | KnownCohorts | QueryEngine | TypedProperties
  > = Layer
    .effect(
      CohortBehaviours,
      Effect.gen(function*() {
        const engine = yield* measuredEngine(yield* QueryEngine)
        const typed = yield* TypedProperties
        const actions = yield* KnownActions
        const cohorts = yield* KnownCohorts
        const abilities = yield* EngineAbilities

        const runOf = Effect.fnUntraced(function*(project: Project) {
          const run: StatementRun = {
            engine,
            abilities,
            project,
            types: yield* typed.of(project.id),
            cohorts: cohorts.of(project.id),
            limits: { ...yield* QueryLimits, timeout },
            now: yield* currentTime
          }
          return run
        })

        return CohortBehaviours.of({
          of: Effect.fn("CohortBehaviours.of")(function*(project, conditions) {
            const run = yield* runOf(project)
            const moment = { now: run.now, timezone: project.timezone, week_start_day: project.week_start_day }
            const read = yield* Effect.forEach(
              conditions,
              ([id, condition]) =>
                Effect.fromResult(Result.mapBoth(readBehaviour(condition), {
                  onSuccess: (behaviour) => [id, behaviour] as const,
                  onFailure: ([issue]) => new CohortUndecidable({ reason: issue?.message ?? "unknown behaviour" })
                }))
            )
            const namesActions = read.some(([, { deed, then }]) => (deed.action ?? then?.deed.action) !== undefined)
            const deeds = deedCondition(namesActions ? yield* actions.of(project.id) : [], moment)
            return new Map(read.map(([id, behaviour]) => {
              const statement = behaviourStatement(behaviour, deeds, moment)
              return [id, makeBehaviourMembers(statement, run, conditions.size)]
            }))
          })
        })
      })
    )
}
