import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Effect } from "effect"
import type { Caller } from "../access/Caller.ts"
import { ProjectAccess } from "../access/ProjectAccess.ts"
import type { Scope } from "../access/Scope.ts"
import type { Change } from "../activity/Activity.ts"
import { CohortRepository } from "../cohorts/CohortRepository.ts"
import type { Editing } from "../entities/Changes.ts"
import type { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import { FlagCopyRefused } from "../flags/model/FeatureFlagErrors.ts"
import { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import type { Project } from "../identity/Project.ts"
import { contentHash } from "../shared/ContentHash.ts"
import { type InputIssue, InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeNamedCopying, type Way, withoutTakenBack } from "./CopyNamed.ts"
import { withNamed } from "./NamedRecords.ts"
import { type PromotedThing, type Promotion, PromotionOutdated } from "./Promotion.ts"
import { type PromotionRequest, readPromotion } from "./PromotionInput.ts"

/** A record as it can stand in any project: its fields, with the ids of its own project. */
export interface PortableRecord<Id> {
  readonly id: Id
  readonly name: string
  readonly body: JsonRecord
  /** The flag that goes along switched off. */
  readonly flag?: FeatureFlagId
  readonly skipped: ReadonlyArray<string>
}

/** A kind of records that is promoted. */
export interface Promotable<Id extends number | string, E> {
  readonly type: "experiment" | "survey"
  readonly scope: Scope
  /** The record of the project that the one of the source stands for. */
  readonly counterpart: (into: Project, source: PortableRecord<Id>) => Effect.Effect<PortableRecord<Id> | undefined>
  readonly lock: (into: Project) => Effect.Effect<void>
  readonly changes: (before: JsonRecord, after: JsonRecord) => ReadonlyArray<Change>
  readonly create: (into: Editing, name: string, body: JsonRecord) => Effect.Effect<Id, E>
  /** Changes the named fields alone. */
  readonly update: (into: Editing, id: Id, body: JsonRecord) => Effect.Effect<void, E>
}

/** The end of a dry run: everything is taken back but the answer. */
class DryRun<Id> {
  readonly _tag = "DryRun"
  readonly promotions: ReadonlyArray<Promotion<Id>>
  constructor(promotions: ReadonlyArray<Promotion<Id>>) {
    this.promotions = promotions
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

const changedFields = (body: JsonRecord, changes: ReadonlyArray<Change>): JsonRecord => {
  const names = new Set(changes.map(({ field }) => field))
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)))
}

/** Promotes records of a kind into other projects, with what they name: into all of them, or none. */
export const makePromoting = Effect.gen(function*() {
  const access = yield* ProjectAccess
  const transaction = yield* Transaction
  const cohorts = yield* CohortRepository
  const flags = yield* FeatureFlagRepository
  const copyNamed = yield* makeNamedCopying

  return <Id extends number | string, E>(kind: Promotable<Id, E>) => {
    const targetsOf = (caller: Caller, { targets }: PromotionRequest) =>
      Effect.forEach([...targets].toSorted((left, right) => left - right), (id) =>
        Effect.mapError(
          access.resolve(caller, String(id), kind.scope),
          () => new FlagCopyRefused({ project_id: String(id) })
        ))

    const put = Effect.fnUntraced(function*(
      into: Editing,
      source: PortableRecord<Id>,
      there: PortableRecord<Id> | undefined,
      { body, shown }: { readonly body: JsonRecord; readonly shown: JsonRecord }
    ) {
      const changes = kind.changes(there?.body ?? {}, shown)
      const thing = (action: PromotedThing["action"], id: Id): PromotedThing & { readonly id: Id } => ({
        type: kind.type,
        action,
        source_id: source.id,
        id,
        key: source.name,
        changes: action === "unchanged" ? [] : changes
      })
      if (there === undefined) return thing("create", yield* kind.create(into, source.name, body))
      if (changes.length === 0) return thing("unchanged", there.id)
      yield* kind.update(into, there.id, changedFields(body, changes))
      return thing("update", there.id)
    })

    const promoteInto = Effect.fnUntraced(function*(way: Way, source: PortableRecord<Id>, asked: PromotionRequest) {
      const project = way.into.project
      // In this order: a change of a cohort holds the first lock while it reads flags, one of a flag the second.
      yield* cohorts.lock(project.id)
      yield* flags.lock(project.id)
      yield* kind.lock(project)
      const there = yield* kind.counterpart(project, source)
      const revision = contentHash(canonicalJson([source.body, there?.body ?? null]))
      const revisions: JsonRecord = asked.revisions
      const seen = revisions[String(project.id)]
      if (seen !== undefined && seen !== revision) return yield* new PromotionOutdated({ project_id: project.id })
      if (there !== undefined && asked.onConflict === "fail") {
        return yield* InvalidInput.at(["name"], "unique", `There is already one with the name ${source.name}.`)
      }
      const named = yield* copyNamed(way, { body: source.body, ownFlag: source.flag })
      const kept = { maps: named.maps, things: named.things }
      const shown = asked.isDryRun ? withoutTakenBack(kept.things, kept.maps) : kept
      const bodies = { body: withNamed(named.body, named.maps), shown: withNamed(named.body, shown.maps) }
      const own = yield* put(way.into, source, there, bodies)
      const id = asked.isDryRun && own.action === "create" ? null : own.id
      const things = [...shown.things, { ...own, id }]
      return { project_id: project.id, id, revision, skipped: source.skipped, things } satisfies Promotion<Id>
    }, (effect, way) =>
      Effect.catchIf(
        effect,
        (error) => error instanceof InvalidInput,
        (error) => Effect.fail(inProject(way.into.project, error))
      ))

    return Effect.fnUntraced(function*(caller: Caller, from: Project, source: PortableRecord<Id>, body: unknown) {
      const asked = yield* readPromotion(body, from.id)
      const targets = yield* targetsOf(caller, asked)
      const promoteAll = Effect.gen(function*() {
        const promotions = yield* Effect.forEach(
          targets,
          (project) => promoteInto({ caller, from, into: { project, actor: caller.user } }, source, asked)
        )
        return asked.isDryRun ? yield* Effect.fail(new DryRun(promotions)) : promotions
      })
      return yield* Effect.catchIf(
        transaction.run(promoteAll),
        (error) => error instanceof DryRun,
        ({ promotions }) => Effect.succeed(promotions)
      )
    })
  }
})
