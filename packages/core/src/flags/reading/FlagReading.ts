import { DateTime, Effect, Option } from "effect"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { unreadablePayload } from "../../evaluation/filters/HiddenPayloads.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord } from "../../shared/JsonRecord.ts"
import type { PageRequest } from "../../shared/Page.ts"
import { makeFlagDependencies } from "../editing/FlagDependencies.ts"
import { openPayloads, payloadsOf, redactPayloads, withFilters } from "../editing/FlagPayloads.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagNotFound, FlagIdsInvalid, FlagPayloadUnreadable } from "../model/FeatureFlagErrors.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { flagByKey, type FlagFilter, flagsBy } from "../model/FlagFilter.ts"
import { FlagReferences } from "../model/FlagReferences.ts"
import { flagState } from "../model/FlagStatus.ts"

/** The conditions on the flags of a list; a missing one matches all. */
export type FlagQuery = FlagFilter & {
  /** Whether an experiment decides by it. */
  readonly hasExperiment?: boolean
}

/** The keys of flags by id; `ignored` are ids that no flag could have, as they were sent. */
export interface FlagKeys {
  readonly keys: ReadonlyMap<FeatureFlagId, string>
  readonly ignored: ReadonlyArray<unknown>
}

const isId = (value: unknown): boolean =>
  typeof value === "string" ? /^\s*[+-]?\d+\s*$/.test(value) : typeof value === "number" && Number.isInteger(value)

const isConfig = (flag: FeatureFlag): boolean => !flag.deleted && flag.is_remote_configuration

/** The ids that a body names; an id too large to be one is as good as an unknown one. */
const sentIds = (body: unknown) => {
  const sent = isJsonRecord(body) ? body["ids"] ?? [] : []
  return Array.isArray(sent)
    ? Effect.succeed<ReadonlyArray<unknown>>(sent)
    : Effect.fail(InvalidInput.at(["ids"], "not_a_list", "Expected a list of items."))
}

/** Finds and shows flags. */
export const makeFlagReading = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const references = yield* FlagReferences
  const { activeDependents } = yield* makeFlagDependencies

  const find = Effect.fnUntraced(function*(project: ProjectId, id: FeatureFlagId) {
    return Option.getOrUndefined(yield* repository.find(project, id)) ?? (yield* new FeatureFlagNotFound())
  })

  const list = Effect.fnUntraced(
    function*(project: ProjectId, { hasExperiment, ...filter }: FlagQuery, page: PageRequest) {
      if (hasExperiment !== true) return yield* repository.list(project, flagsBy(filter), page)
      const used = new Set(yield* references.withExperiments(project))
      const ids = filter.ids === undefined ? [...used] : filter.ids.filter((id) => used.has(id))
      return yield* repository.list(project, flagsBy({ ...filter, ids }), page)
    }
  )

  const bulkKeys = Effect.fnUntraced(function*(project: ProjectId, body: unknown) {
    const sent = yield* sentIds(body)
    const ignored = sent.filter((id) => !isId(id))
    if (sent.length > 0 && ignored.length === sent.length) return yield* new FlagIdsInvalid()
    const ids = sent.flatMap((id) => positiveInt4(id) ?? []) as ReadonlyArray<number> as ReadonlyArray<FeatureFlagId>
    const found = (yield* repository.findMany(project, ids)).filter(({ deleted }) => !deleted)
    return { keys: new Map(found.map(({ id, key }) => [id, key])), ignored } satisfies FlagKeys
  })

  /** A key may be a number that is the id of another flag: a flag that is no remote configuration does not hide it. */
  const configByIdOrKey = Effect.fnUntraced(function*(project: ProjectId, idOrKey: string) {
    const id = positiveInt4(idOrKey)
    const byId = id === undefined ? Option.none() : yield* repository.find(project, id as FeatureFlagId)
    const found = Option.filter(byId, isConfig)
    return Option.isSome(found) ? found : Option.filter(yield* repository.first(project, flagByKey(idOrKey)), isConfig)
  })

  const shown = Effect.fnUntraced(function*(flag: FeatureFlag, isTrusted: boolean) {
    return withFilters(flag, isTrusted ? yield* openPayloads(flag) : redactPayloads(flag))
  })

  const remoteConfig = Effect.fnUntraced(function*(project: ProjectId, idOrKey: string, isTrusted: boolean) {
    const flag = Option.getOrUndefined(yield* configByIdOrKey(project, idOrKey)) ?? (yield* new FeatureFlagNotFound())
    const payload = payloadsOf((yield* shown(flag, isTrusted)).filters)["true"]
    if (flag.has_encrypted_payloads && payload === unreadablePayload) return yield* new FlagPayloadUnreadable()
    return typeof payload === "string" ? payload : null
  })

  return {
    find,
    findMany: repository.findMany,
    list,
    bulkKeys,
    shown,
    remoteConfig,
    status: Effect.fnUntraced(function*(project: ProjectId, id: FeatureFlagId) {
      return flagState(yield* find(project, id), yield* DateTime.now)
    }),
    activeDependents: Effect.fnUntraced(function*(project: ProjectId, id: FeatureFlagId) {
      yield* find(project, id)
      return (yield* activeDependents(project, id)).map((flag) => ({ id: flag.id, key: flag.key, name: flag.name }))
    })
  }
})
