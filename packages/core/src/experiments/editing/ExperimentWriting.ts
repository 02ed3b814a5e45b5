import { DateTime, Effect, Option } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { differs } from "../../shared/Fields.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { InvalidInput, requireNone } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { Experiment, type ExperimentId } from "../Experiment.ts"
import { experimentEntity, savedMetricLinkEntity } from "../ExperimentEntity.ts"
import { ExperimentNotFound } from "../ExperimentErrors.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { makeExperimentFlags } from "../flags/ExperimentFlags.ts"
import { ineligible, sentVariants, withHoldout } from "../flags/FlagOfExperiment.ts"
import { wishOf } from "../flags/FollowingFlag.ts"
import type { Holdout } from "../holdouts/Holdout.ts"
import { withUuids } from "../metrics/InlineMetrics.ts"
import { blankExperiment, changedExperiment, withMethod } from "./ExperimentChanging.ts"
import { makeNamedThings } from "./ExperimentChecks.ts"
import type { ExperimentChanges, NewExperiment } from "./ExperimentFields.ts"
import { readExperimentChanges, readNewExperiment } from "./ExperimentInput.ts"
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

/** Creates and changes experiments: each in one transaction with its flag and both activity entries. */
export const makeExperimentWriting = Effect.gen(function*() {
  const repository = yield* ExperimentRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes
  const flags = yield* makeExperimentFlags
  const named = yield* makeNamedThings

  /** Flags first, as who deletes a flag holds its lock while they look at experiments. */
  const lockAll = Effect.fnUntraced(function*({ project }: Editing) {
    yield* flags.lock(project.id)
    yield* repository.lock(project.id)
  })

  /** The experiment, locked; a deleted one is found only for a change that restores it. */
  const lockOne = Effect.fnUntraced(function*(by: Editing, text: string, isRestored: boolean) {
    yield* lockAll(by)
    const id = positiveInt4(text)
    const found = id === undefined
      ? Option.none()
      : yield* repository.findForUpdate(by.project.id, id as ExperimentId)
    const experiment = Option.getOrUndefined(found)
    if (experiment === undefined || experiment.deleted && !isRestored) return yield* new ExperimentNotFound()
    return experiment
  })

  /** The flag of a new experiment: the one that has the key, or one that is made. */
  const flagOfNew = Effect.fnUntraced(function*(by: Editing, draft: Experiment, key: string, holdout: Holdout | null) {
    const known = yield* flags.withKey(by.project.id, key)
    const active = draft.start_date !== null
    if (known === undefined) {
      return yield* flags.create(by, { key, name: draft.name, active }, draft.parameters, holdout)
    }
    const why = known.is_internal ? "Feature flag is not eligible for experiments." : ineligible(known.filters)
    if (why !== undefined) return yield* refused(why)
    return yield* flags.change(by, known, {
      ...(active ? { active } : undefined),
      ...(holdout === null ? undefined : { filters: withHoldout(known.filters, holdout) })
    })
  })

  const make = Effect.fnUntraced(function*(by: Editing, sent: NewExperiment) {
    yield* lockAll(by)
    const changes = yield* withMetricUuids(sent)
    const now = yield* DateTime.now
    const project = by.project.id
    const blank = blankExperiment({
      project_id: project,
      id: yield* repository.nextId,
      name: sent.name,
      // The flag is known once everything else has been checked.
      feature_flag_id: 1 as Experiment["feature_flag_id"],
      created_by: by.actor === "system" ? null : by.actor.id,
      created_at: now,
      updated_at: now
    })
    const holdout = yield* named.holdout(project, null, changes)
    yield* named.requireLinked(project, changes)
    const known = yield* named.metrics(project, blank, changes)
    const complete = { ...changes, stats_config: withMethod(changes.stats_config ?? null) }
    const typed = new Experiment({ ...blank, type: changes.type === undefined ? blank.type : changes.type })
    const drafted = changedExperiment(typed, complete, known, now)
    const draft = { after: drafted, before: undefined, changes }
    yield* requireNone([...dateIssues(draft), ...propertiesIssues(draft), ...metricIssues(draft, known)])
    const flag = yield* flagOfNew(by, drafted, sent.feature_flag_key, holdout)
    yield* requireNone(baselineIssues(draft, flag.filters))
    const experiment = new Experiment({
      ...drafted,
      feature_flag_id: flag.id,
      parameters: drafted.type === "web"
        ? withWebVariants(drafted.parameters, sentVariants(flag.filters))
        : drafted.parameters
    })
    yield* repository.insert(experiment)
    yield* record(by, experimentEntity, { after: experiment })
    return experiment
  })

  /** Writes a changed experiment, and logs the change. */
  const save = Effect.fnUntraced(
    function*(by: Editing, before: Experiment, drafted: Experiment, changes: ExperimentChanges) {
      if (!differs(before, drafted)) return before
      const after = new Experiment({ ...drafted, updated_at: yield* DateTime.now })
      yield* repository.update(after)
      const own = experimentChanges(before, after, changes)
      if (own.length > 0) yield* record(by, experimentEntity, { before, after }, { changes: own })
      const links = linkChanges(before, after)
      if (links.length > 0) yield* record(by, savedMetricLinkEntity, { before, after }, { changes: links })
      return after
    }
  )

  /** Changes an experiment that is locked. */
  const change = Effect.fnUntraced(function*(by: Editing, before: Experiment, sent: ExperimentChanges) {
    const changes = yield* withMetricUuids(sent)
    const project = by.project.id
    const holdout = yield* named.holdout(project, before.holdout_id, changes)
    yield* named.requireLinked(project, changes)
    const known = yield* named.metrics(project, before, changes)
    const drafted = changedExperiment(before, changes, known, yield* DateTime.now)
    const draft = { after: drafted, before, changes }
    const flag = yield* flags.of(project, before.feature_flag_id)
    const wish = wishOf(flag, draft, holdout)
    yield* requireNone([
      ...dateIssues(draft),
      ...flagIssues(draft, new FeatureFlag({ ...flag, filters: wish.filters ?? flag.filters })),
      ...fixedIssues(draft, flag),
      ...begunIssues(draft, flag),
      ...baselineIssues(draft, wish.filters ?? flag.filters),
      ...propertiesIssues(draft),
      ...metricIssues(draft, known)
    ])
    const isWeb = drafted.type === "web" && changes.parameters !== undefined
    const after = isWeb
      ? new Experiment({
        ...drafted,
        parameters: withWebVariants(drafted.parameters, sentVariants(wish.filters ?? flag.filters))
      })
      : drafted
    // The experiment first: its flag, which reaches its experiments, finds in it what it was given.
    const saved = yield* save(by, before, after, changes)
    yield* flags.change(by, flag, wish)
    return saved
  })

  const patch = Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
    const sent = yield* readExperimentChanges(body)
    return yield* change(by, yield* lockOne(by, id, sent.deleted === false), sent)
  }, transaction.run)

  return {
    create: Effect.fnUntraced(function*(by: Editing, body: unknown) {
      return yield* make(by, yield* readNewExperiment(body))
    }, transaction.run),
    patch,
    make,
    change,
    save,
    lockAll,
    /** An experiment that is not deleted, locked. */
    lockOne: (by: Editing, id: string) => lockOne(by, id, false),
    flagOf: (by: Editing, { feature_flag_id: id }: Experiment) => flags.of(by.project.id, id),
    changeFlag: flags.change
  }
})
