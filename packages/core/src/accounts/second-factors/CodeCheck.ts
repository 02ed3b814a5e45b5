import { Clock, DateTime, Duration, Effect } from "effect"
import type { User } from "../../identity/User.ts"
import * as Secrets from "../../secrets/Secrets.ts"
import { hashOfBackupCode } from "./BackupCodes.ts"
import { SecondFactor } from "./SecondFactor.ts"
import { CodeRefused, CodesPaused } from "./SecondFactorErrors.ts"
import { stepOf } from "./TimedCodes.ts"

/** After this many wrong codes in a row none is compared for a while, wherever they come from. */
export const maxFailures = 10

/** The while for which none is compared. */
export const pause = Duration.minutes(15)

/** The place that a user's secret is sealed for. */
export const placeOf = ({ uuid }: User): string => `second_factor/${uuid}/secret`

/** The outcome of a comparison, and the factor as it is from then on: it is stored whatever the outcome is. */
export interface CodeOutcome {
  readonly after: SecondFactor
  readonly refusal: CodeRefused | CodesPaused | undefined
  readonly isBackupCode: boolean
}

const pausedFor = ({ failed_at, failures }: SecondFactor, now: DateTime.Utc): number => {
  if (failures < maxFailures || failed_at === null) return 0
  return Math.ceil(Duration.toSeconds(DateTime.distance(now, DateTime.addDuration(failed_at, pause))))
}

/** The secret of a user's factor; undefined where its key is lost: backup codes work on. */
const secretOf = (user: User, { sealed_secret }: SecondFactor) =>
  Secrets.open(sealed_secret, placeOf(user)).pipe(
    Effect.catch((error) =>
      Effect.as(
        Effect.logWarning("The secret of a second factor cannot be opened with the installation's secret keys").pipe(
          Effect.annotateLogs({ user: user.id, reason: error._tag })
        ),
        undefined
      )
    )
  )

const afterCode = (factor: SecondFactor, secret: string | undefined, code: string, time: number) => {
  const step = secret === undefined ? undefined : stepOf(secret, code, time)
  if (step !== undefined) {
    return step > (factor.last_step ?? -1)
      ? new SecondFactor({ ...factor, last_step: step, failures: 0, failed_at: null })
      : undefined
  }
  const hash = hashOfBackupCode(code)
  if (!factor.backup_codes.includes(hash)) return undefined
  const backup_codes = factor.backup_codes.filter((known) => known !== hash)
  return new SecondFactor({ ...factor, backup_codes, failures: 0, failed_at: null })
}

/** Compares a code with what the app shows now and with the backup codes. A right one is used up. */
export const checkCode = Effect.fnUntraced(function*(user: User, factor: SecondFactor, code: string) {
  const now = yield* DateTime.now
  const seconds = pausedFor(factor, now)
  const none = { isBackupCode: false } as const
  if (seconds > 0) return { ...none, after: factor, refusal: new CodesPaused({ seconds }) } satisfies CodeOutcome
  const secret = yield* secretOf(user, factor)
  const after = afterCode(factor, secret, code, yield* Clock.currentTimeMillis)
  if (after !== undefined) {
    const isBackupCode = after.backup_codes.length < factor.backup_codes.length
    return { after, refusal: undefined, isBackupCode } satisfies CodeOutcome
  }
  const failures = factor.failures < maxFailures ? factor.failures + 1 : 1
  const failed = new SecondFactor({ ...factor, failures, failed_at: now })
  return { ...none, after: failed, refusal: new CodeRefused() } satisfies CodeOutcome
})
