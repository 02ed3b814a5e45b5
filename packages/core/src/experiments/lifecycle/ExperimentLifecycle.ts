import { DateTime, Effect } from "effect"
import type { Editing } from "../../entities/Changes.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { boolean, choice, readFields, text } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { makeExperimentEditing } from "../editing/ExperimentEditing.ts"
import type { ExperimentChanges } from "../editing/ExperimentFields.ts"
import { conclusions, type Experiment, type ExperimentState, stateOf } from "../Experiment.ts"
import { sentVariants } from "../flags/DecidingFilters.ts"

const refused = (message: string) => InvalidInput.at([], "invalid_input", message)

/** The fields of a request to end an experiment. */
export const endingFields = {
  conclusion: choice(conclusions).nullable.optional.describe("The decision about it.", "won"),
  conclusion_comment: text({ blank: true, maxLength: 10_000 }).nullable.optional
    .describe("The reason for the decision.", "Sales rose by 4 %.")
}

/** The fields of a request to ship a variant to everybody. */
export const shippingFields = {
  variant_key: text({ maxLength: 400 }).describe("The key of the variant.", "test"),
  release_to_everyone: boolean().orElse(true)
    .describe("Whether a condition for everybody comes first. Otherwise those of the flag stay alone.", true),
  ...endingFields
}

/** The actions on an experiment that take no body. */
export const plainActions = ["launch", "archive", "unarchive", "pause", "resume", "reset"] as const
export type PlainAction = (typeof plainActions)[number]

const beyondRunning: Readonly<Record<Exclude<ExperimentState, "running">, string>> = {
  draft: "Experiment has not been launched yet.",
  complete: "Experiment has already ended."
}

const notRunning = (experiment: Experiment): string | undefined => {
  const state = stateOf(experiment)
  return state === "running" ? undefined : beyondRunning[state]
}

/** The reason for which an action is not possible now. */
const hindrance = (action: PlainAction, experiment: Experiment, { active }: FeatureFlag): string | undefined => {
  const { archived } = experiment
  switch (action) {
    case "launch":
      return stateOf(experiment) === "draft" ? undefined : "Experiment has already been launched."
    case "archive":
      if (archived) return "Experiment is already archived."
      return stateOf(experiment) === "complete" ? undefined : "Experiment must be ended before it can be archived."
    case "unarchive":
      return archived ? undefined : "Experiment is not archived."
    case "pause":
      return notRunning(experiment) ?? (active ? undefined : "Experiment is already paused.")
    case "resume":
      return notRunning(experiment) ?? (active ? "Experiment is not paused." : undefined)
    case "reset":
      return stateOf(experiment) === "draft" ? "Experiment is already in draft state." : undefined
  }
}

const again: ExperimentChanges = {
  start_date: null,
  end_date: null,
  archived: false,
  conclusion: null,
  conclusion_comment: null
}

const changesOf = (action: PlainAction, now: DateTime.Utc): ExperimentChanges => {
  switch (action) {
    case "launch":
      // A draft may have an end, as part of a plan: one that is launched runs, until it is ended.
      return { start_date: now, end_date: null }
    case "archive":
      return { archived: true }
    case "unarchive":
      return { archived: false }
    case "reset":
      return again
    case "pause":
    case "resume":
      return {}
  }
}

const forEverybody = {
  properties: [],
  rollout_percentage: 100,
  description: "Added automatically when the experiment was ended to keep only one variant."
}

/** The filters of a flag of which everybody, or everybody who fulfils its conditions, gets one variant. */
export const shippedFilters = (filters: JsonRecord, key: string, isForEverybody: boolean): JsonRecord => {
  const groups: ReadonlyArray<unknown> = Array.isArray(filters["groups"]) ? filters["groups"] : []
  const variants = sentVariants(filters).map((variant) =>
    Object.assign({}, variant, { rollout_percentage: variant["key"] === key ? 100 : 0 })
  )
  return {
    ...filters,
    multivariate: { variants },
    groups: isForEverybody ? [forEverybody, ...groups] : groups
  }
}

/** The steps of an experiment's life by name; each is one change of the experiment, its flag or both. */
export const makeExperimentLifecycle = Effect.fnUntraced(
  function*(editing: Effect.Success<typeof makeExperimentEditing>) {
    const transaction = yield* Transaction

    return {
      act: Effect.fnUntraced(function*(by: Editing, id: string, action: PlainAction) {
        const experiment = yield* editing.lock(by, id)
        const flag = yield* editing.flagOf(by, experiment)
        const why = hindrance(action, experiment, flag)
        if (why !== undefined) return yield* refused(why)
        if (action === "pause" || action === "resume") {
          yield* editing.changeFlag(by, flag, { active: action === "resume" })
        }
        return yield* editing.change(by, experiment, changesOf(action, yield* DateTime.now))
      }, transaction.run),

      end: Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
        const sent = yield* readFields(endingFields, body)
        const experiment = yield* editing.lock(by, id)
        const why = notRunning(experiment)
        if (why !== undefined) return yield* refused(why)
        return yield* editing.change(by, experiment, { ...sent, end_date: yield* DateTime.now })
      }, transaction.run),

      ship: Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
        const { release_to_everyone, variant_key: key, ...sent } = yield* readFields(shippingFields, body)
        const experiment = yield* editing.lock(by, id)
        const state = stateOf(experiment)
        if (state === "draft") return yield* refused(beyondRunning.draft)
        const flag = yield* editing.flagOf(by, experiment)
        if (!sentVariants(flag.filters).some((variant) => variant["key"] === key)) {
          return yield* refused(`Variant '${key}' not found on feature flag.`)
        }
        const end = state === "running" ? { end_date: yield* DateTime.now } : {}
        // It ends first: the split with which it ran is kept beside the one that is shipped.
        yield* editing.change(by, experiment, { ...sent, ...end })
        yield* editing.changeFlag(by, flag, { filters: shippedFilters(flag.filters, key, release_to_everyone) })
        return yield* editing.lock(by, id)
      }, transaction.run)
    }
  }
)
