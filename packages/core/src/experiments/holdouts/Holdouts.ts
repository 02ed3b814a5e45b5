import { Context, Effect, Layer } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../../entities/EntityEditing.ts"
import { is } from "../../entities/Where.ts"
import type { ApprovalRequired } from "../../flags/approvals/ChangeRequestErrors.ts"
import type { FeatureFlags } from "../../flags/FeatureFlags.ts"
import type { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { type ChangedFields, type FieldValues, readChanges, readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { Transaction } from "../../shared/Transaction.ts"
import { Experiment } from "../Experiment.ts"
import { experimentEntity } from "../ExperimentEntity.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { withHoldout } from "../flags/DecidingFilters.ts"
import { makeExperimentFlags } from "../flags/ExperimentFlags.ts"
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
  readonly create: (by: Editing, body: unknown) => Effect.Effect<Holdout, ApprovalRequired | InvalidInput>
  readonly patch: (
    by: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<Holdout, ApprovalRequired | HoldoutNotFound | InvalidInput>
  /** Removes it for good; its experiments go on without. */
  readonly remove: (
    by: Editing,
    id: string
  ) => Effect.Effect<void, ApprovalRequired | HoldoutNotFound | InvalidInput>
}>()("@hedgerow/core/experiments/holdouts/Holdouts") {
  static readonly layer: Layer.Layer<Holdouts, never, Ports> = Layer.effect(
    Holdouts,
    Effect.gen(function*() {
      const repository = yield* HoldoutRepository
      const experiments = yield* ExperimentRepository
      const { record } = yield* Changes
      const flags = yield* makeExperimentFlags

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

      const editing = yield* makeEntityEditing(holdoutEntity, repository, {
        missing: () => new HoldoutNotFound(),
        // In the order in which experiments take locks.
        lock: (project) => Effect.andThen(flags.lock(project), experiments.lock(project)),
        blank: ({ made, sent: { description = null, name } }: NewEdit<Holdout, FieldValues<typeof newHoldoutTable>>) =>
          new Holdout({ ...made, name, description, filters: [], updated_at: made.created_at }),
        draft: (edit: Edit<Holdout, ChangedFields<typeof holdoutTable>>) => {
          const { from, sent: { filters, ...plain } } = edit
          const conditions = filters === undefined ? from.filters : withVariant(filters, from.id)
          return Effect.succeed({ ...edit, after: new Holdout({ ...from, ...plain, filters: conditions }) })
        },
        check: ({ sent: { filters } }) => filters?.length === 0 ? filtersRequired : Effect.void,
        stamp: ({ now }) => ({ updated_at: now }),
        follow: Effect.fnUntraced(function*({ after, before, by, sent: { filters } }) {
          if (before !== undefined && before !== after && filters !== undefined) {
            yield* follow(by, yield* users(before), after)
          }
        })
      })

      const erase = Effect.fnUntraced(function*(by: Editing, holdout: Holdout) {
        const held = yield* users(holdout)
        yield* follow(by, held, null)
        for (const before of held) {
          const after = new Experiment({ ...before, holdout_id: null })
          yield* experiments.update(after)
          yield* record(by, experimentEntity, { before, after })
        }
        yield* repository.remove(by.project.id, holdout.id)
      })

      return Holdouts.of({
        list: Effect.fn("Holdouts.list")((project, page) =>
          repository.list(project, { order: [{ field: "created_at", isDescending: true }] }, page)
        ),
        find: Effect.fn("Holdouts.find")(editing.find),
        create: Effect.fn("Holdouts.create")((by, body) => editing.create(by, readFields(newHoldoutTable, body))),
        patch: Effect.fn("Holdouts.patch")(function*(by, id, body) {
          const sent = yield* readChanges(holdoutTable, body)
          return yield* editing.update(by, id, () => Effect.succeed(sent))
        }),
        remove: Effect.fn("Holdouts.remove")((by, id) => editing.remove(by, id, (holdout) => erase(by, holdout)))
      })
    })
  )
}
