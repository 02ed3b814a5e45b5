import { Effect } from "effect"
import type { Organization } from "../../identity/Organization.ts"
import type { User } from "../../identity/User.ts"
import { OutgoingMail } from "../../mail/OutgoingMail.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import type { Invite } from "./Invite.ts"

/** The page on which a link is opened, below the server's address. */
export const invitePath = (token: string): string => `/invite#${token}`

/** A name stands in one line of a mail, and cannot make another one. */
const inOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ").trim()

const textOf = (who: string, organization: string, link: string): string =>
  `${who} invites you to ${organization} on Hedgerow. Open this link within 7 days to accept:

${link}

If you did not expect it, there is nothing to do.
`

/** What is mailed of an invitation. */
export interface InviteMail {
  readonly invite: Invite
  readonly organization: Organization
  readonly sender: User
  readonly link: string
}

/** Sends the link of an invitation to its address; whether the mail server took it. */
export const sendInvite = Effect.fn("InviteMail.send")(function*({ invite, link, organization, sender }: InviteMail) {
  const { isConfigured, send } = yield* OutgoingMail
  if (!isConfigured) return false
  const name = inOneLine(organization.name)
  const mail = {
    id: yield* makeUuid7,
    to: invite.target_email,
    subject: `An invitation to ${name} on Hedgerow`,
    text: textOf(inOneLine(sender.email), name, link)
  }
  return yield* send(mail).pipe(
    Effect.as(true),
    Effect.catchTag(
      "MailFailed",
      ({ reason }) => Effect.as(Effect.logWarning("An invitation was not mailed", { reason }), false)
    )
  )
})
