import { Context, Effect, Schema } from "effect"

/** A picture that stands in the HTML of a mail. */
export const MailPicture = Schema.Struct({
  /** Named in the HTML as `cid:` and this. */
  cid: Schema.String,
  /** PNG in base64. */
  png: Schema.String
})
export type MailPicture = typeof MailPicture.Type

/** An e-mail to one person. */
export const Mail = Schema.Struct({
  /** Unique: the same mail, sent once more, has the same, by which mail programs show it once. */
  id: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  /** Plain text. */
  text: Schema.String,
  /** The same for programs that show pages. */
  html: Schema.optionalKey(Schema.String),
  pictures: Schema.optionalKey(Schema.Array(MailPicture)),
  /** The address by which a mail program ends such mails: it posts there. */
  unsubscribe: Schema.optionalKey(Schema.String)
})
export type Mail = typeof Mail.Type

/** The mail server did not take the mail. */
export class MailFailed extends Schema.TaggedError<MailFailed>()("MailFailed", {
  reason: Schema.String,
  /** Whether trying again cannot help: the address is refused. */
  isFinal: Schema.Boolean
}) {
  override get message(): string {
    return this.reason
  }
}

/** The only way by which mails leave; without a mail server none does. */
export class OutgoingMail extends Context.Reference<{
  /** Whether there is a mail server. */
  readonly isConfigured: boolean
  readonly send: (mail: Mail) => Effect.Effect<void, MailFailed>
}>("@hedgerow/core/mail/OutgoingMail", {
  defaultValue: () => ({
    isConfigured: false,
    send: () => Effect.fail(new MailFailed({ reason: "This installation has no mail server.", isFinal: true }))
  })
}) {}
