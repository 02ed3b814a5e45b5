import { Effect } from "effect"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { isRedacted, redactedPayload, unreadablePayload } from "../../evaluation/filters/HiddenPayloads.ts"
import type { EncryptionNotConfigured } from "../../secrets/SecretErrors.ts"
import * as Secrets from "../../secrets/Secrets.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { FeatureFlag } from "../model/FeatureFlag.ts"

/** The payloads of some filters by variant, or `true` of a flag without variants. */
export const payloadsOf = (filters: JsonRecord): JsonRecord =>
  isJsonRecord(filters["payloads"]) ? filters["payloads"] : {}

/** The filters with each payload that was sent back hidden replaced by the known one of its key, if there is one. */
export const withHiddenPayloads = (filters: JsonRecord, known: JsonRecord): JsonRecord => {
  const sent = Object.entries(payloadsOf(filters))
  const isReplaced = ([key, payload]: readonly [string, unknown]) => isRedacted(payload) && Object.hasOwn(known, key)
  if (!sent.some(isReplaced)) return filters
  return {
    ...filters,
    payloads: Object.fromEntries(sent.map((one) => isReplaced(one) ? [one[0], known[one[0]]] : one))
  }
}

const placeOf = (project: number, id: FeatureFlagId, key: string): string =>
  `feature_flag/${project}/${id}/payloads/${key}`

const eachPayload = Effect.fnUntraced(function*<E>(
  filters: JsonRecord,
  change: (payload: string, key: string) => Effect.Effect<string, E>
) {
  const payloads = payloadsOf(filters)
  const changed: Array<readonly [string, unknown]> = []
  for (const [key, payload] of Object.entries(payloads)) {
    changed.push([key, typeof payload === "string" ? yield* change(payload, key) : payload])
  }
  return changed.length === 0 ? filters : { ...filters, payloads: Object.fromEntries(changed) }
})

/** The filters with their payloads sealed for one flag, but for those that are `kept` sealed as they are. */
export const sealPayloads = (
  filters: JsonRecord,
  flag: Pick<FeatureFlag, "id" | "project_id">,
  kept: ReadonlyMap<string, string> = new Map()
): Effect.Effect<JsonRecord, EncryptionNotConfigured> =>
  eachPayload(filters, (payload, key) => {
    const known = kept.get(key)
    return known === undefined
      ? Secrets.seal(payload, placeOf(flag.project_id, flag.id, key))
      : Effect.succeed(known)
  })

const unreadable = (project: number, id: FeatureFlagId, key: string) => (error: { readonly _tag: string }) =>
  Effect.as(
    Effect.logWarning("An encrypted payload cannot be opened with the installation's secret keys").pipe(
      Effect.annotateLogs({ project, flag: id, payload: key, reason: error._tag })
    ),
    unreadablePayload
  )

/** Filters that were sealed for a flag, with readable payloads. One that no key opens is `unreadablePayload`. */
export const openSealed = (
  filters: JsonRecord,
  { id, project_id: project }: Pick<FeatureFlag, "id" | "project_id">
): Effect.Effect<JsonRecord> =>
  eachPayload(
    filters,
    (payload, key) => Secrets.open(payload, placeOf(project, id, key)).pipe(Effect.catch(unreadable(project, id, key)))
  )

/** The flag's filters with readable payloads. One that no key opens is `unreadablePayload`. */
export const openPayloads = (flag: FeatureFlag): Effect.Effect<JsonRecord> =>
  flag.has_encrypted_payloads ? openSealed(flag.filters, flag) : Effect.succeed(flag.filters)

/** Whether opened filters have a payload that no key opens. */
export const hasUnreadable = (filters: JsonRecord): boolean =>
  Object.values(payloadsOf(filters)).includes(unreadablePayload)

/** The flag's filters without encrypted payloads. */
export const redactPayloads = (flag: Pick<FeatureFlag, "filters" | "has_encrypted_payloads">): JsonRecord => {
  if (!flag.has_encrypted_payloads) return flag.filters
  const keys = Object.keys(payloadsOf(flag.filters))
  if (keys.length === 0) return flag.filters
  return { ...flag.filters, payloads: Object.fromEntries(keys.map((key) => [key, redactedPayload])) }
}

/** The same flag with other filters. */
export const withFilters = (flag: FeatureFlag, filters: JsonRecord): FeatureFlag =>
  filters === flag.filters ? flag : new FeatureFlag({ ...flag, filters })
