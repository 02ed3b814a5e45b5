import { DateTime, Effect, Option, Result } from "effect"
import { ProjectRepository, UserRepository } from "../access/AccessRepository.ts"
import type { Change } from "../activity/Activity.ts"
import { Changes } from "../entities/Changes.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { queueMail } from "../mail/MailSending.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { isoText } from "../shared/IsoText.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { Alert, type AlertCheck, alertEntity, type AlertId, type AlertState, withCheck } from "./Alert.ts"
import { type AlertOutcome, makeAlertEvaluation } from "./AlertEvaluation.ts"
import { checking, makeAlertArming } from "./AlertJob.ts"
import { alertMail, type CheckWords } from "./AlertMail.ts"
import { AlertRepository } from "./AlertRepository.ts"
import { isSkipped, nextCheckAt } from "./AlertTimes.ts"

const stateOf = (outcome: AlertOutcome): AlertState => {
  if (Result.isFailure(outcome)) return "Errored"
  return outcome.success.breaches.length > 0 ? "Firing" : "Not firing"
}

const reasonsOf = (outcome: AlertOutcome): ReadonlyArray<string> =>
  Result.isFailure(outcome) ? [outcome.failure] : outcome.success.breaches

/** The word of the log, and the last part of a webhook's type, for an alert that came into a state. */
const actions: Readonly<Record<AlertState, string>> = {
  "Firing": "firing",
  "Not firing": "resolved",
  "Errored": "errored",
  "Snoozed": "snoozed"
}

/** A first look that finds a value within the bounds is no news; any other new state is. */
const isNews = (before: Alert, after: AlertState): boolean =>
  before.state !== after && !(before.state === "Snoozed" && after === "Not firing")

/** Tells of a new state once: webhooks by the log, people by e-mail. Answers whether anyone was mailed. */
const makeTelling = Effect.gen(function*() {
  const changes = yield* Changes
  const jobs = yield* Jobs
  const users = yield* UserRepository

  /** The people who are told by e-mail: those who have left the organisation no longer are. */
  const peopleToTell = Effect.fnUntraced(function*({ organization_id }: Project, { subscribed_users }: Alert) {
    const { isConfigured } = yield* OutgoingMail
    if (!isConfigured || subscribed_users.length === 0) return []
    const members = (yield* users.members(organization_id)).map(({ user }) => user)
    return members.filter(({ id, is_active }) => is_active && subscribed_users.includes(id))
  })

  return Effect.fnUntraced(function*(project: Project, before: Alert, check: AlertCheck, words: CheckWords) {
    const mailed = yield* peopleToTell(project, before)
    for (const user of mailed) yield* queueMail(jobs, project.id, alertMail(before, check, words, user))
    const differences: ReadonlyArray<[field: string, before: Change["before"], after: Change["after"]]> = [
      ["state", before.state, check.state],
      ["calculated_value", before.checks[0]?.calculated_value ?? null, check.calculated_value],
      ["reasons", null, [...words.reasons]]
    ]
    yield* changes.record({ project, actor: "system" }, alertEntity, { before, after: before }, {
      action: actions[check.state],
      changes: differences.map(([field, was, is]) => ({
        type: "Alert",
        action: "changed",
        field,
        before: was,
        after: is
      }))
    })
    return mailed.length > 0
  })
})

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

  /** Keeps the outcome of a check, and tells of it where it is news. */
  const conclude = Effect.fnUntraced(
    function*(project: Project, id: AlertId, outcome: AlertOutcome, insight: string) {
      const before = Option.getOrUndefined(yield* repository.findForUpdate(project.id, id))
      if (before === undefined || !before.enabled) return
      const now = yield* DateTime.now
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
          snoozed_until: null,
          checks: withCheck(before, { ...found, targets_notified: isMailed }),
          last_checked_at: now,
          last_notified_at: isTold ? now : before.last_notified_at,
          next_check_at: nextCheckAt(before.calculation_interval, now, project.timezone)
        })
      )
    },
    transaction.run
  )

  /** A check that is not due yet, or left out, is moved. */
  const postpone = Effect.fnUntraced(function*(project: ProjectId, id: AlertId, next_check_at: DateTime.Utc) {
    const alert = Option.getOrUndefined(yield* repository.findForUpdate(project, id))
    if (alert !== undefined) yield* store(new Alert({ ...alert, next_check_at }))
  }, transaction.run)

  return Effect.fnUntraced(function*(projectId: ProjectId, id: AlertId) {
    const alert = Option.getOrUndefined(yield* repository.find(projectId, id))
    const project = Option.getOrUndefined(yield* projects.find(projectId))
    if (alert === undefined || project === undefined || !alert.enabled) return
    const now = yield* DateTime.now
    const due = alert.next_check_at ?? now
    if (DateTime.isGreaterThan(due, now)) return yield* postpone(projectId, id, due)
    const next = nextCheckAt(alert.calculation_interval, now, project.timezone)
    const isQuiet = alert.snoozed_until !== null && DateTime.isGreaterThan(alert.snoozed_until, now)
    if (isQuiet || isSkipped(alert, now, project.timezone)) return yield* postpone(projectId, id, next)
    const { insight, outcome } = yield* evaluate(project, alert)
    yield* conclude(project, id, outcome, insight?.name ?? "")
  })
})

/** Does `checking`. */
export const handler = Effect.flatMap(
  makeChecking,
  (check) =>
    handle(checking, ({ alert }, { project_id: project }) => project === null ? Effect.void : check(project, alert))
)
