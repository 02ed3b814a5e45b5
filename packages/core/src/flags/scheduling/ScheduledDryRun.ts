import { Effect, Option } from "effect"
import type { Editing } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { FeatureFlags } from "../FeatureFlags.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { changeOf, inPayload, readOperation, secretIssue } from "./ScheduledOperation.ts"

/** The end of a trial: everything is taken back. */
class TriedOut {
  readonly _tag = "TriedOut"
}

const flagMissing = InvalidInput.at(["record_id"], "does_not_exist", "Feature flag not found")

/** Applies a payload to a flag, for good or for a trial; inside a `Transaction.run` only. */
export const makeScheduledDryRun = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const flags = yield* FeatureFlags
  const transaction = yield* Transaction

  /** The flag that a record id names. Nobody changes it, or a flag it hangs together with, until the transaction ends. */
  const flagOf = Effect.fnUntraced(function*(project: ProjectId, recordId: string) {
    yield* repository.lock(project)
    const id = positiveInt4(recordId)
    const found = id === undefined ? Option.none() : yield* repository.find(project, id as FeatureFlagId)
    const flag = Option.getOrUndefined(found)
    return flag === undefined || flag.deleted ? yield* flagMissing : flag
  })

  const change = (editing: Editing, flag: FeatureFlag, payload: JsonRecord) =>
    Effect.catchTag(
      flags.change(editing, flag.id, changeOf(flag, payload)),
      "InvalidInput",
      (error) => Effect.fail(inPayload(flag, payload, error))
    )

  return {
    /** Nobody changes a flag of the project, or applies or changes a plan of one, until the transaction ends. */
    lock: repository.lock,
    flagOf,
    change,
    /** Fails when the payload would not do for the flag as it is now. */
    tryOut: Effect.fnUntraced(function*(editing: Editing, flag: FeatureFlag, payload: JsonRecord) {
      yield* readOperation(payload)
      const secret = secretIssue(flag, payload)
      if (secret !== undefined) return yield* secret
      const trial = Effect.andThen(change(editing, flag, payload), Effect.fail(new TriedOut()))
      yield* Effect.catchTag(transaction.run(trial), "TriedOut", () => Effect.void)
    })
  }
})
