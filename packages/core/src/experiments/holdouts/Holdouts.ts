import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { is } from "../../entities/Where.ts"
import type { FeatureFlags } from "../../flags/FeatureFlags.ts"
import type { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { differs, readChanges, readFields, withChanges } from "../../shared/Fields.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { Experiment } from "../Experiment.ts"
import { experimentEntity } from "../ExperimentEntity.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { makeExperimentFlags } from "../flags/ExperimentFlags.ts"
import { withHoldout } from "../flags/FlagOfExperiment.ts"
import { Holdout, holdoutEntity, type HoldoutId } from "./Holdout.ts"
import { HoldoutNotFound } from "./HoldoutErrors.ts"
import { holdoutTable, newHoldoutTable } from "./HoldoutFields.ts"
import { HoldoutRepository } from "./HoldoutRepository.ts"

type Ports =
  | Changes
  | ExperimentRepository
  | FeatureFlagRepository
  | FeatureFlags
  | HoldoutRepository
  | Transaction

const filtersRequired = InvalidInput.at([], "invalid_input", "Filters are required to create an holdout group")

/** Those who are held out get a variant that names the holdout. */
const withVariant = (filters: ReadonlyArray<JsonRecord>, id: HoldoutId): ReadonlyArray<JsonRecord> =>
  filters.map((condition) => Object.assign({}, condition, { variant: `holdout-${id}` }))

/**
 * The holdouts of projects. A change reaches the flags of every experiment with the holdout, in one transaction with
 * their activity.
 */
export class Holdouts extends Context.Service<Holdouts, {
  /** The newest first. */
  readonly list: (project: ProjectId, page: PageRequest) => Effect.Effect<Page<Holdout>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<Holdout, HoldoutNotFound>
  readonly create: (by: Editing, body: unknown) => Effect.Effect<Holdout, InvalidInput>
  readonly patch: (by: Editing, id: string, body: unknown) => Effect.Effect<Holdout, HoldoutNotFound | InvalidInput>
  /** Removes it for good; its experiments go on without. */
  readonly remove: (by: Editing, id: string) => Effect.Effect<void, HoldoutNotFound | InvalidInput>
}>()("@hedgerow/core/experiments/holdouts/Holdouts") {
  static readonly layer: Layer.Layer<Holdouts, never, Ports> = Layer.effect(
    Holdouts,
    Effect.gen(function*() {
      const repository = yield* HoldoutRepository
      const experiments = yield* ExperimentRepository
      const transaction = yield* Transaction
      const { record } = yield* Changes
      const flags = yield* makeExperimentFlags

      const found = Effect.fnUntraced(function*(
        from: (project: ProjectId, id: HoldoutId) => Effect.Effect<Option.Option<Holdout>>,
        project: ProjectId,
        text: string
      ) {
        const id = positiveInt4(text)
        const holdout = id === undefined ? Option.none() : yield* from(project, id as HoldoutId)
        return Option.getOrUndefined(holdout) ?? (yield* new HoldoutNotFound())
      })

      /** In the order in which experiments take locks. */
      const lockOne = Effect.fnUntraced(function*(by: Editing, text: string) {
        yield* flags.lock(by.project.id)
        yield* experiments.lock(by.project.id)
        return yield* found(repository.findForUpdate, by.project.id, text)
      })

      /** The experiments with a holdout, deleted ones too: they may come back. */
      const users = ({ id, project_id }: Holdout) =>
        experiments.all(project_id, { where: is("holdout_id", id), includesDeleted: true })

      const follow = Effect.fnUntraced(function*(
        by: Editing,
        held: ReadonlyArray<Experiment>,
        holdout: Holdout | null
      ) {
        for (const id of new Set(held.map(({ feature_flag_id }) => feature_flag_id))) {
          const flag = yield* flags.of(by.project.id, id)
          if (!flag.deleted) yield* flags.change(by, flag, { filters: withHoldout(flag.filters, holdout) })
        }
      })

      const create = Effect.fnUntraced(function*(by: Editing, body: unknown) {
        const fields = yield* readFields(newHoldoutTable, body)
        if (fields.filters.length === 0) return yield* filtersRequired
        const [id, now] = [yield* repository.nextId, yield* DateTime.now]
        const holdout = new Holdout({
          project_id: by.project.id,
          id,
          name: fields.name,
          description: fields.description ?? null,
          filters: withVariant(fields.filters, id),
          created_by: by.actor === "system" ? null : by.actor.id,
          created_at: now,
          updated_at: now
        })
        yield* repository.insert(holdout)
        yield* record(by, holdoutEntity, { after: holdout })
        return holdout
      }, transaction.run)

      const patch = Effect.fnUntraced(function*(by: Editing, text: string, body: unknown) {
        const { filters, ...plain } = yield* readChanges(holdoutTable, body)
        const before = yield* lockOne(by, text)
        if (filters?.length === 0) return yield* filtersRequired
        const changes = {
          ...plain,
          ...(filters === undefined ? undefined : { filters: withVariant(filters, before.id) })
        }
        if (!differs(before, changes)) return before
        const after = new Holdout({ ...withChanges<Holdout>(before, changes), updated_at: yield* DateTime.now })
        yield* repository.update(after)
        yield* record(by, holdoutEntity, { before, after })
        if (filters !== undefined) yield* follow(by, yield* users(before), after)
        return after
      }, transaction.run)

      const remove = Effect.fnUntraced(function*(by: Editing, text: string) {
        const holdout = yield* lockOne(by, text)
        const held = yield* users(holdout)
        yield* follow(by, held, null)
        for (const before of held) {
          const after = new Experiment({ ...before, holdout_id: null })
          yield* experiments.update(after)
          yield* record(by, experimentEntity, { before, after })
        }
        yield* repository.remove(by.project.id, holdout.id)
        yield* record(by, holdoutEntity, { before: holdout })
      }, transaction.run)

      return Holdouts.of({
        list: Effect.fn("Holdouts.list")((project, page) =>
          repository.list(project, { order: [{ field: "created_at", isDescending: true }] }, page)
        ),
        find: Effect.fn("Holdouts.find")((project, text) => found(repository.find, project, text)),
        create: Effect.fn("Holdouts.create")(create),
        patch: Effect.fn("Holdouts.patch")(patch),
        remove: Effect.fn("Holdouts.remove")(remove)
      })
    })
  )
}
