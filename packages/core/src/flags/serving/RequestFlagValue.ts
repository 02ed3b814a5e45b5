import type { DateTime } from "effect"
import type { CompiledFlags } from "../../evaluation/CompiledFlags.ts"
import { evaluateKey } from "../../evaluation/EvaluateFlags.ts"
import { needs } from "../../evaluation/EvaluationNeeds.ts"
import { flagValue } from "../../evaluation/FlagResult.ts"
import { initialPrefix, overlayPersonProperties } from "../../evaluation/PersonProperties.ts"
import { cutText } from "../../shared/CapturedText.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { FlagDefinitions } from "./FlagDefinitions.ts"
import type { FlagSubject } from "./FlagSubject.ts"

const nothing: JsonRecord = {}
const noGroupProperties: Readonly<Record<string, JsonRecord>> = {}
const noHashKeys: ReadonlyMap<string, string> = new Map()
const noCohorts: ReadonlySet<number> = new Set()

const initialReaders = new WeakMap<CompiledFlags, boolean>()

/** Whether any flag reads initial values: only then are these taken from the request's properties. */
const readsInitials = (compiled: CompiledFlags): boolean => {
  const known = initialReaders.get(compiled)
  if (known !== undefined) return known
  const found = Array.from(needs(compiled).personProperties).some((key) => key.startsWith(initialPrefix))
  initialReaders.set(compiled, found)
  return found
}

/** A user of whom the caller gives all facts that count; stored ones are not looked up. */
export type ReportedSubject = Pick<
  FlagSubject,
  "deviceId" | "distinctId" | "groupProperties" | "groups" | "personProperties"
>

/**
 * The value of one flag at a time, without waiting, by the caller's facts alone: `true`, `false` or the variant. Undefined
 * when no active flag has this key. For flags that need a list of members or a continuous experience there is
 * `FlagEvaluations.evaluate`.
 */
export const reportedFlagValue = (
  { compiled }: FlagDefinitions,
  key: string,
  { deviceId, distinctId, groupProperties, groups, personProperties }: ReportedSubject,
  now: DateTime.Utc
): boolean | string | undefined => {
  const reported = personProperties ?? nothing
  const result = evaluateKey(compiled, key, {
    distinctId: cutText(distinctId),
    deviceId,
    groups: groups ?? nothing,
    personProperties: readsInitials(compiled) ? overlayPersonProperties(nothing, reported) : reported,
    groupProperties: groupProperties ?? noGroupProperties,
    hashKeys: noHashKeys,
    staticCohorts: noCohorts,
    now
  })
  return result && flagValue(result)
}
