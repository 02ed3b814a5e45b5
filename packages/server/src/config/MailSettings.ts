import { Config, Schema } from "effect"

const SmtpUrl = Schema.RedactedFromValue(
  Schema.String.check(
    Schema.isPattern(/^smtps?:\/\/\S+$/, {
      message: "must be smtp:// or smtps://, such as smtp://user:password@host:587"
    })
  )
)

/** The mail server, and the sender of mails. */
export const mailSettings = Config.all({
  url: Config.option(Config.schema(SmtpUrl, "SMTP_URL")),
  from: Config.NonEmptyString("MAIL_FROM").pipe(Config.withDefault("Hedgerow <hedgerow@localhost>"))
})
