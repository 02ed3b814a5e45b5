import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { DateTime, Effect } from "effect"
import type { Project } from "../../identity/Project.ts"
import type { User } from "../../identity/User.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isoTextOrNull } from "../../shared/IsoText.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import type { ScheduledChange } from "../scheduling/ScheduledChange.ts"
import { ScheduledChanges } from "../scheduling/ScheduledChanges.ts"
import { withCohorts } from "./CopyCohorts.ts"
import { makeGroupTypeCopying } from "./CopyGroupTypes.ts"
import type { CopiedThing, FlagCopy } from "./FlagCopy.ts"
import { withFlagIds } from "./PortableFlag.ts"

/** The source, the target, the record and the author. */
export interface ScheduleCopying {
  readonly from: Project
  readonly into: Project
  readonly actor: User
  readonly flag: FeatureFlag
  readonly copy: FlagCopy
}

const idsOf = ({ things }: FlagCopy, type: CopiedThing["type"]) =>
  new Map(things.filter((thing) => thing.type === type).map(({ id, source_id }) => [source_id, id]))

const noFreeGroupType = InvalidInput.at(["payload"], "invalid_input", "The project has no room for another group type.")

const isSame = (plan: ScheduledChange, payload: JsonRecord, at: DateTime.Utc): boolean =>
  DateTime.toEpochMillis(plan.scheduled_at) === DateTime.toEpochMillis(at)
  && canonicalJson(plan.payload) === canonicalJson(payload)

/** Copies the pending scheduled changes of a flag with the flag. One that the target has already is not made again. */
export const makeScheduleCopying = Effect.gen(function*() {
  const scheduled = yield* ScheduledChanges
  const copyGroupTypes = yield* makeGroupTypeCopying

  const payloadIn = Effect.fnUntraced(function*({ copy, from, into }: ScheduleCopying, payload: JsonRecord) {
    const { value } = payload
    if (!isJsonRecord(value)) return payload
    const named = withFlagIds(withCohorts(value, idsOf(copy, "cohort")) as JsonRecord, idsOf(copy, "feature_flag"))
    const numbered = yield* copyGroupTypes(from.id, into.id, named)
    return numbered === undefined ? yield* noFreeGroupType : { ...payload, value: numbered }
  })

  const copyOne = Effect.fnUntraced(function*(copying: ScheduleCopying, plan: ScheduledChange) {
    const { actor, copy, into } = copying
    const payload = yield* payloadIn(copying, plan.payload)
    const there = yield* scheduled.pending(into.id, String(copy.flag_id))
    if (there.some((other) => isSame(other, payload, plan.scheduled_at))) return
    yield* scheduled.create({ project: into, actor }, {
      record_id: String(copy.flag_id),
      model_name: plan.model_name,
      payload,
      scheduled_at: isoTextOrNull(plan.scheduled_at),
      is_recurring: plan.is_recurring,
      recurrence_interval: plan.recurrence_interval,
      cron_expression: plan.cron_expression,
      end_date: isoTextOrNull(plan.end_date)
    })
  })

  /** Answers what could not be copied, in words. */
  return Effect.fnUntraced(function*(copying: ScheduleCopying) {
    const failures: Array<string> = []
    for (const plan of yield* scheduled.pending(copying.from.id, String(copying.flag.id))) {
      yield* copyOne(copying, plan).pipe(
        Effect.catch(({ message }) => Effect.sync(() => void failures.push(`Scheduled change ${plan.id}: ${message}`)))
      )
    }
    return failures
  })
})
