import { Effect } from "effect"
import { UserRepository } from "../../access/AccessRepository.ts"
import { type Editing, userOf } from "../../entities/Changes.ts"
import type { User } from "../../identity/User.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { queueMail } from "../../mail/MailSending.ts"
import { type Mail, OutgoingMail } from "../../mail/OutgoingMail.ts"
import { isoText } from "../../shared/IsoText.ts"
import { recordOrEmpty } from "../../shared/JsonRecord.ts"
import type { ChangeRequest } from "./ChangeRequest.ts"

/** A mail names at most this many fields. */
const maxFields = 20

const changedFields = ({ diff }: ChangeRequest): string => {
  const names = diff.map((one) => String(recordOrEmpty(one)["field"]))
  return names.length > maxFields ? `${names.slice(0, maxFields).join(", ")} …` : names.join(", ")
}

/** The mail to one member who may approve a request. Values are left out: mails lie about, and the request has them. */
const approvalMail = (
  { actor, project }: Editing,
  request: ChangeRequest,
  { email, id: user }: User
): Mail => {
  const { approvals_needed, comment, expires_at, flag_key, id, scheduled_at } = request
  const asker = actor === "system" ? "The system" : actor.email
  return {
    id: `change-request-${id}-${user}`,
    to: email,
    subject: `[${project.name}] A change of the feature flag ${flag_key} needs approval`,
    text: [
      `${asker} asks for a change of the feature flag ${flag_key}.`,
      "",
      `Changed: ${changedFields(request)}`,
      ...(comment === null ? [] : [`Comment: ${comment}`]),
      ...(scheduled_at === null ? [] : [`To be applied at: ${isoText(scheduled_at)}`]),
      `Approvals needed: ${approvals_needed}, until ${isoText(expires_at)}`,
      `Project: ${project.name}`,
      `Change request: /api/projects/${project.id}/change_requests/${id}/`,
      ""
    ].join("\n")
  }
}

/** Mails a new request to the members who may approve it, from the transaction that makes it. */
export const makeTellingApprovers = Effect.gen(function*() {
  const users = yield* UserRepository
  const jobs = yield* Jobs
  const { isConfigured } = yield* OutgoingMail

  return Effect.fnUntraced(function*(by: Editing, request: ChangeRequest) {
    if (!isConfigured) return
    for (const { user } of yield* users.members(by.project.organization_id)) {
      if (!user.is_active || user.id === userOf(by)) continue
      yield* queueMail(jobs, by.project.id, approvalMail(by, request, user))
    }
  })
})
