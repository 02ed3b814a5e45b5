import { Duration, Effect } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { defineJob, handle } from "../jobs/JobKind.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import { Mail, OutgoingMail } from "./OutgoingMail.ts"

/** Sends a mail; tried again for about a day where the mail server is away. */
const sending = defineJob({
  name: "mail.send",
  payload: Mail,
  maxAttempts: 12,
  firstBackOff: Duration.minutes(1),
  concurrency: 2
})

/** Queues a mail in the caller's transaction; one with an id that is queued already is not queued again. */
export const queueMail = (jobs: Jobs["Service"], project: ProjectId, mail: Mail) =>
  jobs.enqueue(sending, { project, payload: mail, uniqueKey: mail.id })

/** Does `sending`. A mail whose address is refused for good is given up. */
export const handler = handle(
  sending,
  Effect.fnUntraced(function*(mail) {
    const { send } = yield* OutgoingMail
    yield* send(mail).pipe(
      Effect.catchIf(({ isFinal }) => isFinal, ({ reason }) => Effect.logWarning("A mail was refused", { reason }))
    )
  })
)
