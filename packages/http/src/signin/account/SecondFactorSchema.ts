import type { SecondFactorStatus } from "@hedgerow/core/accounts/second-factors/SecondFactors"
import { isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { Schema } from "effect"
import { described } from "../../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** The second factor of who is signed in. */
export const SecondFactorRecord = Schema.Struct({
  is_on: described(Schema.Boolean, "Whether a code is asked for at signing in."),
  confirmed_at: described(Schema.NullOr(Timestamp), "The time at which it was turned on; null while it is off."),
  backup_codes_left: described(Schema.Int, "The number of backup codes that were not used.")
}).annotate({ identifier: "SecondFactor" })

/** A second factor that is set up. */
export const NewSecondFactorRecord = Schema.Struct({
  secret: described(Schema.String, "The secret in base 32, to be typed into an app; it is shown this once."),
  uri: described(Schema.String, "The address (`otpauth://totp/…`) that apps read from a QR code.")
}).annotate({ identifier: "NewSecondFactor" })

/** Backup codes. */
export const BackupCodesRecord = Schema.Struct({
  backup_codes: described(
    Schema.Array(Schema.String),
    "Codes that sign in once each in place of the app's; they are shown this once."
  )
}).annotate({ identifier: "BackupCodes" })

/** A second factor on the wire. */
export const secondFactorRecord = (status: SecondFactorStatus): typeof SecondFactorRecord.Type => ({
  is_on: status.isOn,
  confirmed_at: isoTextOrNull(status.confirmedAt),
  backup_codes_left: status.backupCodesLeft
})
