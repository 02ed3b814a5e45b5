import { type Mail, MailFailed, OutgoingMail } from "@hedgerow/core/mail/OutgoingMail"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

/** The address of a mail server, and the sender of mails. */
export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with the user and the password. */
  readonly url: Redacted.Redacted
  readonly from: string
}

/** A mail server answers within this time, in milliseconds. */
const patience = 30_000

/** An answer of 500 and more is the server's last word. */
const isFinal = (error: unknown): boolean =>
  Predicate.hasProperty(error, "responseCode") && typeof error.responseCode === "number" && error.responseCode >= 500

const failed = (error: unknown) =>
  new MailFailed({ reason: error instanceof Error ? error.message : String(error), isFinal: isFinal(error) })

/** The parts that not every mail has. */
const contentOf = ({ html, pictures = [], unsubscribe }: Mail) => ({
  ...(html === undefined ? undefined : { html }),
  attachments: pictures.map(({ cid, png }) => ({
    cid,
    content: png,
    encoding: "base64",
    contentType: "image/png",
    contentDisposition: "inline" as const
  })),
  headers: {
    "Auto-Submitted": "auto-generated",
    ...(unsubscribe === undefined ? undefined : {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
    })
  }
})

/** Mails by SMTP. Each leaves on a connection of its own: there are few. */
export const layer = ({ from, url }: SmtpOptions): Layer.Layer<never> =>
  Layer.effect(
    OutgoingMail,
    Effect.gen(function*() {
      const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
      const transport = createTransport({
        url: Redacted.value(url),
        connectionTimeout: patience,
        greetingTimeout: patience,
        socketTimeout: patience
      }, { from })
      return {
        isConfigured: true,
        send: Effect.fn("SmtpMail.send")((mail: Mail) =>
          Effect.asVoid(Effect.tryPromise({
            try: () =>
              transport.sendMail({
                messageId: `<${mail.id}@hedgerow>`,
                to: mail.to,
                subject: mail.subject,
                text: mail.text,
                ...contentOf(mail)
              }),
            catch: failed
          }))
        )
      }
    })
  )
