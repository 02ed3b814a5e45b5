import type { ProjectId } from "@hedgerow/core/access/Project"
import type { FeatureFlag, FeatureFlagId } from "@hedgerow/core/flags/FeatureFlag"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { groupedFilters } from "@hedgerow/core/flags/FlagConditions"
import type { FlagEditing } from "@hedgerow/core/flags/FlagEditing"
import type { FlagQuery } from "@hedgerow/core/flags/FlagReading"
import { rolledOut } from "@hedgerow/core/flags/FlagStatus"
import { positiveInt4 } from "@hedgerow/core/shared/Int4"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { shownValue } from "@hedgerow/core/shared/ShownValue"
import { Effect, Result } from "effect"
import { maxLimit } from "../requests/Paging.ts"
import { readFlagsQuery } from "./FeatureFlagQuery.ts"
import type { BulkDeletionRecord } from "./FlagActionRecords.ts"

type Deleted = (typeof BulkDeletionRecord.Type)["deleted"][number]
type Failed = (typeof BulkDeletionRecord.Type)["errors"][number]

const nothingNamed = InvalidInput.at(
  [],
  "invalid_input",
  "Name the flags to delete: by ids, or by at least one filter."
)
const tooMany = InvalidInput.at(["ids"], "max_length", `Ensure this field has no more than ${maxLimit} elements.`)

const isOffForAll = (filters: JsonRecord): boolean => {
  const { groups } = groupedFilters(filters)
  return Array.isArray(groups) && groups.every((group) => isJsonRecord(group) && group["rollout_percentage"] === 0)
}

const rolloutOf = ({ active, filters }: FeatureFlag): Pick<Deleted, "active_variant" | "rollout_state"> => {
  const forAll = active ? rolledOut(filters) : undefined
  if (forAll !== undefined) return { rollout_state: "fully_rolled_out", active_variant: forAll.variant }
  return { rollout_state: !active || isOffForAll(filters) ? "not_rolled_out" : "partial", active_variant: null }
}

/** Filters in a body are JSON, those of a list are texts. */
const asTexts = (filters: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])
  )

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

  const idsOf = Effect.fnUntraced(function*(project: ProjectId, body: unknown) {
    const { filters, ids } = isJsonRecord(body) ? body : {}
    if (Array.isArray(ids) && ids.length > 0) return ids.length > maxLimit ? yield* tooMany : ids as Array<unknown>
    const query = isJsonRecord(filters) ? yield* readFlagsQuery(asTexts(filters)) : {}
    if (Object.keys(query).length === 0) return yield* nothingNamed
    return (yield* matching(project, query)).map(({ id }): unknown => id)
  })

  const deleteOne = Effect.fnUntraced(function*(editing: FlagEditing, sent: unknown) {
    const shown = Number.isSafeInteger(sent) ? Number(sent) : shownValue(sent)
    const unknown: Failed = { id: shown, reason: "Flag not found" }
    const id = positiveInt4(sent) as FeatureFlagId | undefined
    if (id === undefined) return Result.fail(unknown)
    const found = yield* Effect.result(flags.find(editing.project.id, id))
    if (Result.isFailure(found) || found.success.deleted) return Result.fail(unknown)
    const flag = found.success
    const outcome = yield* Effect.result(flags.patch(editing, id, { deleted: true }))
    return Result.mapBoth(outcome, {
      onFailure: ({ message }): Failed => ({ id, key: flag.key, reason: message }),
      onSuccess: (): Deleted => ({ id, key: flag.key, ...rolloutOf(flag) })
    })
  })

  return {
    matching,

    /** One that others depend on can go when they have gone: it is tried again as long as that helps. */
    run: Effect.fnUntraced(function*(editing: FlagEditing, body: unknown) {
      const deleted: Array<Deleted> = []
      let left = [...new Set(yield* idsOf(editing.project.id, body))]
      let errors: Array<Failed> = []
      let hasHelped = true
      while (hasHelped && left.length > 0) {
        errors = []
        const before = left
        left = []
        for (const id of before) {
          const outcome = yield* deleteOne(editing, id)
          if (Result.isSuccess(outcome)) deleted.push(outcome.success)
          else {
            errors.push(outcome.failure)
            left.push(id)
          }
        }
        hasHelped = left.length < before.length
      }
      return { deleted, errors } satisfies typeof BulkDeletionRecord.Type
    })
  }
})
