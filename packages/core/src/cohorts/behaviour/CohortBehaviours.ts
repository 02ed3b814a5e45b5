import { Context, Duration, Effect, Layer, Result } from "effect"
import { KnownActions } from "../../actions/KnownActions.ts"
import type { TypedProperties } from "../../definitions/TypedProperties.ts"
import type { Project } from "../../identity/Project.ts"
import { StatementSlots } from "../../query/execution/EngineSlots.ts"
import type { KnownCohorts } from "../../query/KnownCohorts.ts"
import type { QueryEngine } from "../../query/QueryEngine.ts"
import { momentOf } from "../../query/structured/Moments.ts"
import { makeStatementRuns } from "../../query/structured/StatementRuns.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { CohortId } from "../Cohort.ts"
import { CohortUndecidable } from "../CohortErrors.ts"
import { readBehaviour } from "./Behaviour.ts"
import { type BehaviourMembers, makeBehaviourMembers } from "./BehaviourMembers.ts"
import { behaviourStatement, deedCondition } from "./BehaviourSql.ts"

/** Nobody waits for an answer: a statement may take longer than one that somebody waits for. */
const timeout = Duration.minutes(10)

/** The persons who meet conditions of cohorts on behaviour, as of now. */
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
        const runOf = yield* makeStatementRuns
        const actions = yield* KnownActions

        return CohortBehaviours.of({
          of: Effect.fn("CohortBehaviours.of")(function*(project, conditions) {
            const run = yield* runOf(project)
            const moment = momentOf(run)
            const patient = { ...run, limits: { ...run.limits, timeout } }
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
              return [id, makeBehaviourMembers(statement, patient, conditions.size)]
            }))
          })
        })
      })
    ).pipe(Layer.provide(StatementSlots.layer))
}
