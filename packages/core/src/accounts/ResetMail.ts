import { Effect, Option, Semaphore } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import { OutgoingMail } from "../mail/OutgoingMail.ts"
import { text } from "../shared/Fields.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { AccountLinks } from "./AccountLinks.ts"

/** The fields of a request for a new password. */
export const askedResetFields = {
  email: text({ maxLength: 254 }).describe("The email address of the user.", "ada@example.com")
}

const textOf = (link: string): string =>
  `Somebody asked for a new password for your account. Open this link within 24 hours to set one:

${link}

If it was not you, there is nothing to do: your password stays as it is.
`

/** The most mails that are on their way at once. */
const atOnce = 4

/**
 * Sends the active user with this `email` a link to set a new password, where there is a mail server. The work is done in the
 * background: the time of the answer tells nobody which addresses have an account. `base` is the server's address.
 */
export const makeResetMail = Effect.gen(function*() {
  const users = yield* UserRepository
  const links = yield* AccountLinks
  const { isConfigured, send } = yield* OutgoingMail
  const slots = yield* Semaphore.make(atOnce)

  const sendTo = Effect.fnUntraced(function*(email: string, base: string) {
    const user = Option.getOrUndefined(yield* users.findByEmail(email))
    if (user?.is_active !== true) return
    const link = `${base}/reset-password#${yield* links.issueReset(user)}`
    yield* send({ id: yield* makeUuid7, to: user.email, subject: "A new password for Hedgerow", text: textOf(link) })
  })

  return Effect.fn("ResetMail.send")(function*(email: string, base: string) {
    if (!isConfigured) return
    yield* sendTo(email, base).pipe(
      slots.withPermits(1),
      Effect.catchCause((cause) => Effect.logWarning("A mail with a link for a new password was not sent", cause)),
      Effect.forkDetach
    )
  })
})
