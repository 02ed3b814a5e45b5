import * as Schema from "effect/Schema"

/** A backup or a restore was understood and cannot be done; nothing was changed. The message has the reason. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", {
  message: Schema.String
}) {}

/** A backup is not what was written; `file` is the path of the file that differs. */
export class BackupDamaged extends Schema.TaggedError<BackupDamaged>()("BackupDamaged", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `The backup cannot be used: ${this.file} ${this.reason}. Nothing was restored; use another backup.`
  }
}
