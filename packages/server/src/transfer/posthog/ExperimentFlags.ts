import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import * as Effect from "effect/Effect"
import type { Copying } from "./Copying.ts"
import { differing } from "./Differences.ts"
import type { KindSteps } from "./KindSteps.ts"
import { ask } from "./ProjectApi.ts"
import type { SourceRecord } from "./ReadProject.ts"
import { bodyOf } from "./RecordBody.ts"
import { idOf } from "./RecordKinds.ts"

/** The flag of an experiment: the source's, what the copy of it says, and what became of it. */
const flagOf = ({ record }: SourceRecord, { ledger, records }: Copying) => {
  const id = String(idOf(record["feature_flag"]))
  const flag = records.find((one) => one.kind.name === "flags" && one.id === id)
  const entry = ledger.entry("flags", id)
  if (flag === undefined || entry?.id === undefined || entry.workId === undefined) return undefined
  const body = bodyOf(flag.kind, flag.record, () => true, (kind, named) => ledger.entry(kind, named)?.id ?? named)
  return { flag, body, entry, path: `feature_flags/${entry.id}/`, workPath: `feature_flags/${entry.workId}/` }
}

type ExperimentFlag = NonNullable<ReturnType<typeof flagOf>>

const holdoutOf = (flag: JsonRecord): string => {
  const { holdout = null, holdout_groups = null } = recordOrEmpty(flag["filters"])
  return canonicalJson([isJsonRecord(holdout) ? holdout["id"] : null, holdout_groups])
}

const hasBegun = ({ record }: SourceRecord): boolean => typeof record["start_date"] === "string"

const hasHoldout = ({ record }: SourceRecord): boolean =>
  idOf(record["holdout"]) !== undefined
  || (record["holdout_id"] !== null && record["holdout_id"] !== undefined)

/** The fields in which a flag that is there differs from the source's. */
const differencesOf = ({ body, flag }: ExperimentFlag, there: JsonRecord): ReadonlyArray<string> =>
  differing(flag.kind, there, body)

/** The versions of a flag that a copy makes: the flag, and the experiment that turns it on. */
const [versionOfFlag, versionOfExperiment] = [1, 2]

/**
 * Why an experiment is not made on a flag that was there. Making one that has begun turns its flag on and writes its
 * holdout; neither may change a flag of somebody else.
 */
const objection = (one: SourceRecord, found: ExperimentFlag, there: JsonRecord): string | undefined => {
  const key = String(there["key"])
  if (holdoutOf(there) !== holdoutOf(found.body) && hasHoldout(one)) {
    return `the flag ${key} was there and has another holdout, which the experiment would change`
  }
  if (!hasBegun(one) || (there["active"] === true && found.body["active"] === true)) return undefined
  if (there["active"] !== found.body["active"]) {
    return `the flag ${key} was there and is ${there["active"] === true ? "on" : "off"}, unlike the source's; `
      + "the experiment would change it"
  }
  return there["version"] === versionOfFlag && differencesOf(found, there).length === 0
    ? undefined
    : `the flag ${key} was there and is off; the experiment would turn it on`
}

const turnOff = ({ workPath }: ExperimentFlag, { place }: Copying) =>
  ask(place.work, "PATCH", workPath, { active: false }).pipe(
    Effect.as(undefined),
    Effect.catchTag("AnswerRefused", ({ reason }) => Effect.succeed(`its flag could not be turned off: ${reason}`))
  )

/** Whether it was this experiment that turned the flag on, in the copy of an ended run, and nothing else changed it. */
const isUnrested = (found: ExperimentFlag, experiment: JsonRecord, there: JsonRecord): boolean =>
  there["active"] === true && there["version"] === versionOfExperiment
  && differencesOf(found, there).every((field) => field === "active")
  && Math.abs(Date.parse(String(there["updated_at"])) - Date.parse(String(experiment["created_at"]))) < 1_000

/** Experiments leave their flags as they are at the source, and flags that were there as they were. */
export const experimentSteps: KindSteps = {
  refusal: Effect.fnUntraced(
    function*(one, copying) {
      const found = flagOf(one, copying)
      if (found === undefined || found.entry.isMade) return undefined
      return objection(one, found, yield* ask(copying.place.target, "GET", found.path))
    },
    Effect.catchTag("AnswerRefused", ({ reason }) => Effect.succeed(`its flag cannot be read: ${reason}`))
  ),
  made: (one, _made, copying) => {
    const found = flagOf(one, copying)
    const isOff = found?.body["active"] === false && hasBegun(one)
    return found === undefined || !isOff ? Effect.succeed(undefined) : turnOff(found, copying)
  },
  found: Effect.fnUntraced(
    function*(one, experiment, copying) {
      const found = flagOf(one, copying)
      const { isDry, target } = copying.place
      if (isDry || found === undefined || found.body["active"] !== false || !hasBegun(one)) return undefined
      const there = yield* ask(target, "GET", found.path)
      return isUnrested(found, experiment, there) ? yield* turnOff(found, copying) : undefined
    },
    Effect.catchTag("AnswerRefused", ({ reason }) => Effect.succeed(`its flag cannot be read: ${reason}`))
  )
}
