import { Effect, Option } from "effect"
import type { Caller } from "../../access/Caller.ts"
import { ProjectAccess } from "../../access/ProjectAccess.ts"
import { fieldChanges } from "../../activity/FieldDiff.ts"
import { CohortRepository } from "../../cohorts/CohortRepository.ts"
import type { Editing } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { cohortsOf, dependenciesOf } from "../../evaluation/FlagConditions.ts"
import type { Project } from "../../identity/Project.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { ChangingWithin } from "../approvals/ChangeWithin.ts"
import { makeFlagDependencies } from "../editing/FlagDependencies.ts"
import type { makeFlagEditing } from "../editing/FlagEditing.ts"
import { hasUnreadable, openPayloads, withFilters } from "../editing/FlagPayloads.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { FlagCopyRefused } from "../model/FeatureFlagErrors.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { flagByKey } from "../model/FlagFilter.ts"
import { type IdMap, makeCohortCopying, reportedIds, withCohorts } from "./CopyCohorts.ts"
import { makeGroupTypeCopying } from "./CopyGroupTypes.ts"
import { type CopyOptions, readCopyOptions } from "./CopyOptions.ts"
import type { CopiedThing, FlagCopy } from "./FlagCopy.ts"
import { dependenciesFirst, portable, withFlagIds } from "./PortableFlag.ts"

/** The end of a dry run: everything is taken back but the answer. */
class DryRun {
  readonly _tag = "DryRun"
  readonly copies: ReadonlyArray<FlagCopy>
  constructor(copies: ReadonlyArray<FlagCopy>) {
    this.copies = copies
  }
}

const inProject = (project: Project, { issues: [first, ...rest] }: InvalidInput): InvalidInput => {
  const moved = (issue: InputIssue): InputIssue => ({
    ...issue,
    path: ["projects", String(project.id), ...issue.path],
    message: `Project ${project.id}: ${issue.message}`,
    field: "target_project_ids"
  })
  return new InvalidInput({ issues: [moved(first), ...rest.map(moved)] })
}

const unreadable = InvalidInput.at(
  ["filters", "payloads"],
  "invalid_input",
  "The flag has an encrypted payload that cannot be read: its secret key is missing on the server."
)

const noFreeGroupType = InvalidInput.at(["filters"], "invalid_input", "The project has no room for another group type.")

/** A flag as it is written into a project, and as its differences are logged. */
interface CopiedBody {
  readonly body: JsonRecord
  readonly reported: JsonRecord
}

/** Copies flags into other projects, with the cohorts and flags that they depend on. */
export const makeFlagCopying = Effect.fnUntraced(function*(
  editing: Pick<Effect.Success<typeof makeFlagEditing>, "create"> & { readonly change: ChangingWithin }
) {
  const repository = yield* FeatureFlagRepository
  const cohortRepository = yield* CohortRepository
  const access = yield* ProjectAccess
  const transaction = yield* Transaction
  const copyCohorts = yield* makeCohortCopying
  const copyGroupTypes = yield* makeGroupTypeCopying
  const { reachable } = yield* makeFlagDependencies

  const targetsOf = (caller: Caller, targets: ReadonlyArray<number>) =>
    Effect.forEach([...targets].toSorted((left, right) => left - right), (id) =>
      Effect.mapError(
        access.resolve(caller, String(id), "feature_flag:write"),
        () => new FlagCopyRefused({ project_id: String(id) })
      ))

  const findByKey = (project: Project, key: string) =>
    Effect.map(repository.first(project.id, flagByKey(key)), Option.getOrUndefined)

  const changesOf = Effect.fnUntraced(function*(body: JsonRecord, existing: FeatureFlag | undefined) {
    const before = existing === undefined ? {} : portable(withFilters(existing, yield* openPayloads(existing)))
    const isSecret = body["has_encrypted_payloads"] === true || existing?.has_encrypted_payloads === true
    return fieldChanges("FeatureFlag", before, body, isSecret ? ["filters.payloads"] : [])
  })

  const put = Effect.fnUntraced(function*(
    into: Editing,
    flag: FeatureFlag,
    { body, reported }: CopiedBody,
    { isItself, onConflict }: { readonly isItself: boolean; readonly onConflict: CopyOptions["onConflict"] }
  ) {
    const existing = yield* findByKey(into.project, flag.key)
    const thing = (action: CopiedThing["action"], id: number, changes: CopiedThing["changes"] = []): CopiedThing => ({
      type: "feature_flag",
      action,
      source_id: flag.id,
      id,
      key: flag.key,
      changes
    })
    if (existing !== undefined && !isItself) return thing("unchanged", existing.id)
    if (existing !== undefined && onConflict === "fail") {
      return yield* InvalidInput.at(["key"], "unique", "There is already a feature flag with this key.")
    }
    const changes = yield* changesOf(reported, existing)
    if (existing === undefined) return thing("create", (yield* editing.create(into, body)).id, changes)
    if (changes.length === 0) return thing("unchanged", existing.id)
    yield* editing.change(into, existing.id, body)
    return thing("update", existing.id, changes)
  })

  /** Everything that one project gets. */
  const copyInto = Effect.fnUntraced(
    function*(from: Project, flags: ReadonlyArray<FeatureFlag>, into: Editing, options: CopyOptions) {
      // In this order: a change of a cohort holds the first lock while it reads flags.
      yield* cohortRepository.lock(into.project.id)
      yield* repository.lock(into.project.id)
      const ids = new Map<number, number>()
      const things: Array<CopiedThing> = []
      // In a dry run nothing stays: its records are reported without the ids that they have meanwhile.
      const takenBack = { cohort: new Set<number | null>(), feature_flag: new Set<number | null>() }
      const note = (thing: CopiedThing) => {
        if (options.isDryRun && thing.action === "create") takenBack[thing.type].add(thing.id)
        things.push(takenBack[thing.type].has(thing.id) ? { ...thing, id: null } : thing)
      }
      for (const [index, flag] of flags.entries()) {
        const isItself = index === flags.length - 1
        const known = isItself ? undefined : yield* findByKey(into.project, flag.key)
        const needed = known === undefined ? cohortsOf(flag.filters) : []
        const cohorts = yield* copyCohorts(from.id, into, needed)
        const opened = yield* openPayloads(flag)
        if (hasUnreadable(opened)) return yield* unreadable
        const numbered = yield* copyGroupTypes(from.id, into.project.id, opened)
        if (numbered === undefined) return yield* noFreeGroupType
        cohorts.things.forEach(note)
        const active = flag.active && !(isItself && options.disables)
        const bodyWith = (cohortIds: IdMap, flagIds: IdMap): JsonRecord => {
          const filters = withFlagIds(withCohorts(numbered, cohortIds) as JsonRecord, flagIds)
          return { ...portable(flag), filters, active }
        }
        const body = bodyWith(cohorts.map, ids)
        const reported = bodyWith(reportedIds(cohorts.map, takenBack.cohort), reportedIds(ids, takenBack.feature_flag))
        const copied = yield* put(into, flag, { body, reported }, { isItself, ...options })
        ids.set(flag.id, copied.id ?? 0)
        note(copied)
      }
      const flag_id = (things.at(-1)?.id ?? null) as FeatureFlagId | null
      return { project_id: into.project.id, flag_id, things } satisfies FlagCopy
    },
    (effect, _from, _flags, into) =>
      Effect.catchTag(effect, "InvalidInput", (error) => Effect.fail(inProject(into.project, error)))
  )

  return Effect.fnUntraced(function*(caller: Caller, from: Project, flag: FeatureFlag, body: unknown) {
    const options = yield* readCopyOptions(body, from.id)
    const targets = yield* targetsOf(caller, options.targets)
    const known = yield* reachable(from.id, dependenciesOf(flag.filters))
    const flags = dependenciesFirst(flag, known)
    const copyAll = Effect.gen(function*() {
      const copies = yield* Effect.forEach(
        targets,
        (project) => copyInto(from, flags, { project, actor: caller.user }, options)
      )
      return options.isDryRun ? yield* Effect.fail(new DryRun(copies)) : copies
    })
    return yield* Effect.catchTag(transaction.run(copyAll), "DryRun", ({ copies }) => Effect.succeed(copies))
  })
})
