import type { Editing } from "@hedgerow/core/entities/Changes"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { dependenciesOf, groupedFilters } from "@hedgerow/core/evaluation/FlagConditions"
import { neededFirst } from "@hedgerow/core/flags/copying/NeededFirst"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import type { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { rolledOut } from "@hedgerow/core/flags/model/FlagStatus"
import type { FlagQuery } from "@hedgerow/core/flags/reading/FlagReading"
import { isNarrowing, readFlagSelection } from "@hedgerow/core/flags/reading/FlagSelection"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { positiveInt4 } from "@hedgerow/core/shared/Int4"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { shownValue } from "@hedgerow/core/shared/ShownValue"
import { DateTime, Effect, Result } from "effect"
import { maxLimit } from "../requests/Paging.ts"
import type { BulkDeletionRecord } from "./FlagActionSchema.ts"

type Deleted = (typeof BulkDeletionRecord.Type)["deleted"][number]
type Failed = (typeof BulkDeletionRecord.Type)["errors"][number]

const nothingNamed = InvalidInput.at(
  [],
  "invalid_input",
  "Name the flags to delete: by ids, or by at least one filter that chooses among them."
)
const tooMany = InvalidInput.at(["ids"], "max_length", `Ensure this field has no more than ${maxLimit} elements.`)
const tooManyMatch = InvalidInput.at(["filters"], "max_length", `More than ${maxLimit} flags match these filters.`)

const isOffForAll = (filters: JsonRecord): boolean => {
  const { groups } = groupedFilters(filters)
  return Array.isArray(groups) && groups.every((group) => isJsonRecord(group) && group["rollout_percentage"] === 0)
}

const rolloutOf = ({ active, filters }: FeatureFlag): Pick<Deleted, "active_variant" | "rollout_state"> => {
  const forAll = active ? rolledOut(filters) : undefined
  if (forAll !== undefined) return { rollout_state: "fully_rolled_out", active_variant: forAll.variant }
  return { rollout_state: !active || isOffForAll(filters) ? "not_rolled_out" : "partial", active_variant: null }
}

/** Each id once, however it is written; a value that can be no id stays as it was sent. */
const eachOnce = (sent: ReadonlyArray<unknown>): ReadonlyArray<unknown> => [
  ...new Set(sent.map((one) => positiveInt4(one) ?? one))
]

/** The flags, each after those of them that depend on it. */
const dependentsFirst = (found: ReadonlyArray<FeatureFlag>): ReadonlyArray<FeatureFlag> => {
  const dependents = new Map<FeatureFlagId, Array<FeatureFlag>>(found.map(({ id }) => [id, []]))
  for (const flag of found) {
    for (const id of dependenciesOf(flag.filters)) dependents.get(id)?.push(flag)
  }
  return neededFirst(found, ({ id }) => dependents.get(id) ?? [])
}

const notFound = (sent: unknown): Failed => ({
  id: Number.isSafeInteger(sent) ? Number(sent) : shownValue(sent),
  reason: "Flag not found"
})

/** Deletes several flags, each on its own. */
export const makeBulkDeletion = Effect.gen(function*() {
  const flags = yield* FeatureFlags

  const matching = Effect.fnUntraced(function*(project: ProjectId, query: FlagQuery) {
    const found: Array<FeatureFlag> = []
    let isLast = false
    while (!isLast) {
      const page = yield* flags.list(project, query, { limit: maxLimit, offset: found.length })
      found.push(...page.items)
      isLast = page.items.length < maxLimit
    }
    return found
  })

  const matchingFew = Effect.fnUntraced(function*(project: ProjectId, filters: JsonRecord) {
    const query = yield* readFlagSelection(filters, yield* DateTime.now)
    if (!isNarrowing(query)) return yield* nothingNamed
    const { count, items } = yield* flags.list(project, query, { limit: maxLimit, offset: 0 })
    return count > maxLimit ? yield* tooManyMatch : items
  })

  /** The flags that a body names, in its order, and the ids that name none. */
  const namedBy = Effect.fnUntraced(function*(project: ProjectId, body: unknown) {
    const { filters, ids } = isJsonRecord(body) ? body : {}
    if (!Array.isArray(ids) || ids.length === 0) {
      return { found: yield* matchingFew(project, isJsonRecord(filters) ? filters : {}), unknown: [] }
    }
    if (ids.length > maxLimit) return yield* tooMany
    const sent = eachOnce(ids)
    const known = yield* flags.findMany(project, sent.flatMap((id) => (positiveInt4(id) ?? []) as FeatureFlagId | []))
    const byId = new Map<unknown, FeatureFlag>(known.filter(({ deleted }) => !deleted).map((flag) => [flag.id, flag]))
    return { found: sent.flatMap((id) => byId.get(id) ?? []), unknown: sent.filter((id) => !byId.has(id)) }
  })

  return {
    matching,

    /** One that others depend on can go when they have gone: so they go first. */
    run: Effect.fnUntraced(function*(editing: Editing, body: unknown) {
      const { found, unknown } = yield* namedBy(editing.project.id, body)
      const deleted: Array<Deleted> = []
      const errors: Array<Failed> = []
      for (const flag of dependentsFirst(found)) {
        const { id, key } = flag
        const outcome = yield* Effect.result(flags.patch(editing, id, { deleted: true }))
        if (Result.isSuccess(outcome)) deleted.push({ id, key, ...rolloutOf(flag) })
        else errors.push({ id, key, reason: outcome.failure.message })
      }
      return { deleted, errors: [...errors, ...unknown.map(notFound)] } satisfies typeof BulkDeletionRecord.Type
    })
  }
})
