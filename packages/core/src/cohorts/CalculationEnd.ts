import { Cause, DateTime, Effect, Exit, Option } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import { Transaction } from "../shared/Transaction.ts"
import { Cohort, type CohortId } from "./Cohort.ts"
import { CohortRepository } from "./CohortRepository.ts"

/** Ends the calculation of a cohort. */
export const makeCalculationEnd = Effect.gen(function*() {
  const repository = yield* CohortRepository
  const { capture } = yield* ChangeCapture
  const transaction = yield* Transaction

  /** A definition that has changed since is calculated again, which gives its outcome, or no longer of what has members. */
  const leave = ({ cohort_type, id, project_id }: Cohort) =>
    cohort_type === "analytical"
      ? capture(repository.replaceMembers(project_id, id, { after: undefined, until: undefined }, []))
      : Effect.void

  const end = Effect.fnUntraced(
    function*(project: ProjectId, id: CohortId, version: number | undefined, hasFailed: boolean) {
      const cohort = Option.getOrUndefined(yield* repository.findForUpdate(project, id))
      if (cohort === undefined) return
      if (version !== undefined && cohort.version !== version) return yield* leave(cohort)
      const outcome = hasFailed
        ? { errors_calculating: cohort.errors_calculating + 1 }
        : {
          errors_calculating: 0,
          last_calculation: yield* DateTime.now,
          count: yield* repository.countMembers(project, id)
        }
      yield* repository.update(new Cohort({ ...cohort, ...outcome, is_calculating: false }))
    },
    transaction.run
  )

  /**
   * Does the calculation and returns its outcome. One that is interrupted, as when the server stops, goes on elsewhere:
   * the cohort counts as being calculated until then.
   */
  const calculated = <E, R>(
    project: ProjectId,
    id: CohortId,
    calculate: Effect.Effect<void, E, R>,
    version?: number
  ): Effect.Effect<void, E, R> =>
    Effect.onExit(calculate, (exit) =>
      Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
        ? Effect.void
        : end(project, id, version, Exit.isFailure(exit)))

  return { calculated }
})
