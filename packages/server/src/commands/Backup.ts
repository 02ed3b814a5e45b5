import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { sizeText } from "../backup/ByteProgress.ts"
import { restoreBackup } from "../backup/RestoreBackup.ts"
import { takeBackup } from "../backup/TakeBackup.ts"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { duration, whole } from "../transfer/Progress.ts"
import { makeProgressLine } from "./ProgressLine.ts"

const outside = "The keys in HEDGEROW_SECRET_KEYS are a setting, and not in the backup: keep them elsewhere."

/** `hedgerow backup DIR`. */
export const backup = Command.make(
  "backup",
  {
    directory: Argument.String("DIR").pipe(
      Argument.withDescription("The directory that becomes the backup; made when missing, else empty")
    )
  },
  Effect.fn("hedgerow.backup")(function*({ directory }) {
    const config = yield* readSettings
    const line = yield* makeProgressLine
    const begun = yield* Clock.currentTimeMillis
    const { bytes, files } = yield* withLogging(config)(takeBackup({ config, directory, show: line.show }))
    const millis = (yield* Clock.currentTimeMillis) - begun
    yield* line.end(
      `The backup is in ${directory}: ${whole(files)} files, ${sizeText(bytes)}, checked, after ${duration(millis)}.`
    )
    if (Option.isSome(config.secretKeys)) yield* Console.log(outside)
  })
).pipe(Command.withDescription("Back up embedded storage, beside a running server too"))

/** `hedgerow restore DIR`. */
export const restore = Command.make(
  "restore",
  { directory: Argument.String("DIR").pipe(Argument.withDescription("The directory of the backup")) },
  Effect.fn("hedgerow.restore")(function*({ directory }) {
    const config = yield* readSettings
    const line = yield* makeProgressLine
    const begun = yield* Clock.currentTimeMillis
    const { bytes, files, madeAt } = yield* withLogging(config)(restoreBackup({ config, directory, show: line.show }))
    const millis = (yield* Clock.currentTimeMillis) - begun
    yield* line.end(
      `${config.dataDir} holds the backup of ${madeAt}: ${whole(files)} files, ${sizeText(bytes)}, after ${
        duration(millis)
      }. Start the server on it.`
    )
  })
).pipe(Command.withDescription("Restore a backup into an empty data directory"))
