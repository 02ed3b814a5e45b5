import { Effect } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../../entities/EntityEditing.ts"
import { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { InvalidInput, requireNone } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { Experiment } from "../Experiment.ts"
import { experimentEntity, savedMetricLinkEntity } from "../ExperimentEntity.ts"
import { ExperimentNotFound } from "../ExperimentErrors.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { ineligible, sentVariants, withHoldout } from "../flags/DecidingFilters.ts"
import { makeExperimentFlags } from "../flags/ExperimentFlags.ts"
import { wishOf } from "../flags/FlagWish.ts"
import { withUuids } from "../metrics/InlineMetrics.ts"
import { blankExperiment, changedExperiment, withMethod } from "./ExperimentChanging.ts"
import { makeNamedThings } from "./ExperimentChecks.ts"
import type { ExperimentDraft } from "./ExperimentDraft.ts"
import type { ExperimentChanges, NewExperiment } from "./ExperimentFields.ts"
import { readExperimentChanges } from "./ExperimentInput.ts"
import { experimentChanges, linkChanges } from "./ExperimentLog.ts"
import { withWebVariants } from "./ExperimentParameters.ts"
import {
  baselineIssues,
  begunIssues,
  dateIssues,
  fixedIssues,
  flagIssues,
  metricIssues,
  propertiesIssues
} from "./ExperimentRules.ts"

const notYet = 1 as Experiment["feature_flag_id"]

const refused = (message: string) => InvalidInput.at([], "invalid_input", message)

/** The metrics that a change names, each with a uuid. */
const withMetricUuids = Effect.fnUntraced(function*<A extends ExperimentChanges>(changes: A) {
  const { metrics, metrics_secondary } = changes
  return {
    ...changes,
    ...(metrics === undefined || metrics === null ? undefined : { metrics: yield* withUuids(metrics) }),
    ...(metrics_secondary === undefined || metrics_secondary === null
      ? undefined
      : { metrics_secondary: yield* withUuids(metrics_secondary) })
  }
})

/** An experiment on the web has the share of each variant of its flag. */
const withShares = (experiment: Experiment, flag: Pick<FeatureFlag, "filters">): Experiment =>
  experiment.type === "web"
    ? new Experiment({
      ...experiment,
      parameters: withWebVariants(experiment.parameters, sentVariants(flag.filters))
    })
    : experiment

/** Creates and changes experiments: each in one transaction with its flag and both activity entries. */
export const makeExperimentEditing = Effect.gen(function*() {
  const repository = yield* ExperimentRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes
  const flags = yield* makeExperimentFlags
  const named = yield* makeNamedThings

  /** Flags first: who deletes a flag holds its lock while looking at experiments. */
  const lockAll = (project: ProjectId) => Effect.andThen(flags.lock(project), repository.lock(project))

  /** The flag of a new experiment: the one that has the key, or one that is made. */
  const flagOfNew = Effect.fnUntraced(
    function*({ after, by, changes: { feature_flag_key: key = "" }, holdout = null }: ExperimentDraft) {
      const known = yield* flags.withKey(by.project.id, key)
      const active = after.start_date !== null
      if (known === undefined) {
        return yield* flags.create(by, { key, name: after.name, active }, after.parameters, holdout)
      }
      const why = known.is_internal ? "Feature flag is not eligible for experiments." : ineligible(known.filters)
      if (why !== undefined) return yield* refused(why)
      return yield* flags.change(by, known, {
        ...(active ? { active } : undefined),
        ...(holdout === null ? undefined : { filters: withHoldout(known.filters, holdout) })
      })
    }
  )

  const editing = yield* makeEntityEditing(experimentEntity, repository, {
    missing: () => new ExperimentNotFound(),
    lock: lockAll,
    blank: ({ made, sent: { name, type = "product" } }: NewEdit<Experiment, NewExperiment>) =>
      new Experiment({
        // The flag is known once everything else has been checked.
        ...blankExperiment({ ...made, name, feature_flag_id: notYet, updated_at: made.created_at }),
        type
      }),
    draft: Effect.fnUntraced(function*({ before, by, from, now, sent }: Edit<Experiment, ExperimentChanges>) {
      const project = by.project.id
      const changes = yield* withMetricUuids(sent)
      const holdout = yield* named.holdout(project, from.holdout_id, changes)
      yield* named.requireLinked(project, changes)
      const known = yield* named.metrics(project, from, changes)
      const after = changedExperiment(from, changes, known, now)
      const draft: ExperimentDraft = { by, now, before, after, changes, known, holdout }
      if (before === undefined) return draft
      const flag = yield* flags.of(project, before.feature_flag_id)
      return { ...draft, flag, wish: wishOf(flag, { ...draft, before }, holdout) }
    }),
    check: (draft) => {
      const { flag, known, wish } = draft
      return requireNone([
        ...dateIssues(draft),
        ...(flag === undefined ? [] : [
          ...flagIssues(draft, new FeatureFlag({ ...flag, filters: wish?.filters ?? flag.filters })),
          ...fixedIssues(draft, flag),
          ...begunIssues(draft, flag),
          ...baselineIssues(draft, wish?.filters ?? flag.filters)
        ]),
        ...propertiesIssues(draft),
        ...metricIssues(draft, known)
      ])
    },
    link: Effect.fnUntraced(function*(draft) {
      const { after, before, changes, flag, wish } = draft
      if (before === undefined) {
        const made = yield* flagOfNew(draft)
        yield* requireNone(baselineIssues(draft, made.filters))
        return { ...draft, after: withShares(new Experiment({ ...after, feature_flag_id: made.id }), made) }
      }
      if (flag === undefined || changes.parameters === undefined) return draft
      return { ...draft, after: withShares(after, { filters: wish?.filters ?? flag.filters }) }
    }),
    stamp: ({ now }) => ({ updated_at: now }),
    record: Effect.fnUntraced(function*({ after, before, by, changes }) {
      if (before === undefined) return yield* record(by, experimentEntity, { after })
      const own = experimentChanges(before, after, changes)
      if (own.length > 0) yield* record(by, experimentEntity, { before, after }, { changes: own })
      const links = linkChanges(before, after)
      if (links.length > 0) yield* record(by, savedMetricLinkEntity, { before, after }, { changes: links })
    }),
    // The experiment first: its flag, which reaches its experiments, finds in it what it was given.
    follow: ({ by, flag, wish = {} }: ExperimentDraft) =>
      flag === undefined ? Effect.void : Effect.asVoid(flags.change(by, flag, wish))
  })

  /** An experiment that is not deleted, locked. */
  const lock = (by: Editing, id: string) =>
    Effect.filterOrFail(editing.lock(by, id), ({ deleted }) => !deleted, () => new ExperimentNotFound())

  const make = (by: Editing, sent: NewExperiment) =>
    editing.make(by, { ...sent, stats_config: withMethod(sent.stats_config ?? null) })

  return {
    ...editing,
    create: <E>(by: Editing, read: Effect.Effect<NewExperiment, E>) =>
      transaction.run(Effect.flatMap(read, (sent) => make(by, sent))),
    make,
    /** A deleted experiment is found only for a change that restores it. */
    patch: Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
      const sent = yield* readExperimentChanges(body)
      const before = yield* sent.deleted === false ? editing.lock(by, id) : lock(by, id)
      return yield* editing.change(by, before, sent)
    }, transaction.run),
    lock,
    lockAll,
    flagOf: (by: Editing, { feature_flag_id: id }: Experiment) => flags.of(by.project.id, id),
    changeFlag: flags.change
  }
})
