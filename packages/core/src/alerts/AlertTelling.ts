import { Effect } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import type { Change } from "../activity/Activity.ts"
import { Changes } from "../entities/Changes.ts"
import type { Project } from "../identity/Project.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { queueMail } from "../mail/MailSending.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { type Alert, type AlertCheck, alertEntity, type AlertState } from "./Alert.ts"
import { alertMail, type CheckWords } from "./AlertMail.ts"

/** The word of the log, and the last part of a webhook's type, for an alert that came into a state. */
const actions: Readonly<Record<AlertState, string>> = {
  "Firing": "firing",
  "Not firing": "resolved",
  "Errored": "errored",
  "Snoozed": "snoozed"
}

/**
 * Whether a state is news. A value within the bounds is, where people were last told otherwise, however long ago. Any
 * other state is when the alert comes into it, also after a silence.
 */
export const isNews = (
  { state, told_state }: Pick<Alert, "state" | "told_state">,
  after: AlertState
): boolean => after === "Not firing" ? told_state !== "Not firing" : state !== after

/** Tells of a new state once: webhooks by the log, people by e-mail. Answers whether anyone was mailed. */
export const makeTelling = Effect.gen(function*() {
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
      // One that is told late came back while nobody was told of anything.
      ["state", before.state === check.state ? before.told_state : before.state, check.state],
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
