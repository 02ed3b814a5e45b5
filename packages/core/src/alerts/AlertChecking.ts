import { DateTime, Effect, Option, Result, Struct } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { differs } from "../shared/Fields.ts"
import { isoText } from "../shared/IsoText.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { Alert, type AlertCheck, type AlertId, type AlertState, withCheck } from "./Alert.ts"
import { type AlertOutcome, makeAlertEvaluation } from "./AlertEvaluation.ts"
import { checking, makeAlertArming } from "./AlertJob.ts"
import { AlertRepository } from "./AlertRepository.ts"
import { isNews, makeTelling } from "./AlertTelling.ts"
import { isSkipped, nextCheckAt } from "./AlertTimes.ts"

const stateOf = (outcome: AlertOutcome): AlertState => {
  if (Result.isFailure(outcome)) return "Errored"
  return outcome.success.breaches.length > 0 ? "Firing" : "Not firing"
}

/** More reasons are a number in a message. */
const mostReasons = 20

const reasonsOf = (outcome: AlertOutcome): ReadonlyArray<string> => {
  if (Result.isFailure(outcome)) return [outcome.failure]
  const { breaches } = outcome.success
  const more = breaches.length - mostReasons
  return more > 0 ? [...breaches.slice(0, mostReasons), `${more} more are beyond a bound.`] : breaches
}

/** The fields that say what is checked, and when: with another value the outcome of a check is that of another alert. */
const checkedFields = [
  "insight_id",
  "threshold",
  "condition",
  "config",
  "calculation_interval",
  "enabled",
  "next_check_at"
] as const satisfies ReadonlyArray<keyof Alert>

/** Whether an alert is still the one that a check has read. Who changes it otherwise sees to its next check. */
const isStill = (read: Alert, stored: Alert): boolean => !differs(stored, Struct.pick(read, [...checkedFields]))

const isQuiet = ({ snoozed_until: until }: Alert, now: DateTime.Utc): boolean =>
  until !== null && DateTime.isGreaterThan(until, now)

const makeChecking = Effect.gen(function*() {
  const repository = yield* AlertRepository
  const projects = yield* ProjectRepository
  const transaction = yield* Transaction
  const evaluate = yield* makeAlertEvaluation
  const arm = yield* makeAlertArming
  const tell = yield* makeTelling

  const store = Effect.fnUntraced(function*(after: Alert) {
    yield* Effect.orDie(repository.update(after))
    yield* arm(after)
  })

  /** A step of a transaction: the stored row of an alert that was read before; undefined where it is another one now. */
  const stillStored = Effect.fnUntraced(function*(read: Alert) {
    const stored = Option.getOrUndefined(yield* repository.findForUpdate(read.project_id, read.id))
    return stored !== undefined && isStill(read, stored) ? stored : undefined
  })

  /** Keeps the outcome of a check, and tells of it where it is news; in a silence that began meanwhile it does neither. */
  const conclude = Effect.fnUntraced(
    function*(project: Project, read: Alert, outcome: AlertOutcome, insight: string) {
      const before = yield* stillStored(read)
      if (before === undefined) return
      const now = yield* DateTime.now
      const next_check_at = nextCheckAt(before.calculation_interval, now, project.timezone)
      if (isQuiet(before, now)) return yield* store(new Alert({ ...before, next_check_at }))
      const state = stateOf(outcome)
      const found: AlertCheck = {
        id: yield* makeUuid7,
        created_at: isoText(now),
        calculated_value: Result.isSuccess(outcome) ? outcome.success.value : null,
        state,
        targets_notified: false
      }
      const words = { insight, project: project.name, reasons: reasonsOf(outcome) }
      const isTold = isNews(before, state)
      const isMailed = isTold && (yield* tell(project, before, found, words))
      yield* store(
        new Alert({
          ...before,
          state,
          told_state: isTold ? state : before.told_state,
          snoozed_until: null,
          checks: withCheck(before, { ...found, targets_notified: isMailed }),
          last_checked_at: now,
          last_notified_at: isTold ? now : before.last_notified_at,
          next_check_at
        })
      )
    },
    transaction.run
  )

  /** A check that is not due yet, or left out, is moved. */
  const postpone = Effect.fnUntraced(function*(read: Alert, next_check_at: DateTime.Utc) {
    const stored = yield* stillStored(read)
    if (stored !== undefined) yield* store(new Alert({ ...stored, next_check_at }))
  }, transaction.run)

  return Effect.fnUntraced(function*(projectId: ProjectId, id: AlertId) {
    const alert = Option.getOrUndefined(yield* repository.find(projectId, id))
    const project = Option.getOrUndefined(yield* projects.find(projectId))
    if (alert === undefined || project === undefined || !alert.enabled) return
    const now = yield* DateTime.now
    const due = alert.next_check_at ?? now
    if (DateTime.isGreaterThan(due, now)) return yield* postpone(alert, due)
    const next = nextCheckAt(alert.calculation_interval, now, project.timezone)
    if (isQuiet(alert, now) || isSkipped(alert, now, project.timezone)) return yield* postpone(alert, next)
    const { insight, outcome } = yield* evaluate(project, alert)
    yield* conclude(project, alert, outcome, insight?.name ?? "")
  })
})

/** Does `checking`. */
export const handler = Effect.flatMap(
  makeChecking,
  (check) =>
    handle(checking, ({ alert }, { project_id: project }) => project === null ? Effect.void : check(project, alert))
)
