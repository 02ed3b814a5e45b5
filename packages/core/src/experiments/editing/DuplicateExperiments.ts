import { Effect, Option, Struct } from "effect"
import type { Editing } from "../../entities/Changes.ts"
import { contains } from "../../entities/Where.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import { flagByKey } from "../../flags/model/FlagFilter.ts"
import { readFields, text } from "../../shared/Fields.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { Experiment } from "../Experiment.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { withSplitOf } from "../flags/FollowingParameters.ts"
import { withoutSplitAtEnd } from "../flags/SplitAtEnd.ts"
import type { makeExperimentEditing } from "./ExperimentEditing.ts"
import type { NewExperiment } from "./ExperimentFields.ts"

const maxNameLength = 400

/** The fields of a request to duplicate an experiment. */
export const duplicationFields = {
  feature_flag_key: text({ maxLength: 400 }).nullable.optional
    .describe("The key of the copy's flag; without it both share the flag.", "checkout-button-2"),
  name: text({ maxLength: maxNameLength }).nullable.optional
    .describe("The copy's name; made of the experiment's without it.", "Checkout button, second try")
}

/** The first name of a copy that no experiment has. */
export const nameOfCopy = (name: string, taken: ReadonlySet<string>): string => {
  const named = (suffix: string) =>
    `${Array.from(name).slice(0, maxNameLength - suffix.length).join("").trimEnd()}${suffix}`
  let count = 0
  let found = named(" (Copy)")
  while (taken.has(found)) found = named(` (Copy) ${++count}`)
  return found
}

/** The body of a copy: a draft without a decision, a holdout and a cohort. */
export const copyOf = (experiment: Experiment, fields: Pick<NewExperiment, "feature_flag_key" | "name">) => {
  const { primary_metrics_ordered_uuids: primary, secondary_metrics_ordered_uuids: secondary } = experiment
  return {
    ...Struct.pick(experiment, [
      "description",
      "type",
      "parameters",
      "filters",
      "secondary_metrics",
      "metrics",
      "metrics_secondary",
      "stats_config",
      "exposure_criteria"
    ]),
    ...(primary === null ? undefined : { primary_metrics_ordered_uuids: primary }),
    ...(secondary === null ? undefined : { secondary_metrics_ordered_uuids: secondary }),
    saved_metrics_ids: experiment.saved_metrics.map(({ metadata, saved_metric }) => ({ id: saved_metric, metadata })),
    ...fields
  } satisfies NewExperiment
}

/** Duplicates experiments inside of their project. */
export const makeExperimentDuplication = Effect.fnUntraced(
  function*(editing: Effect.Success<typeof makeExperimentEditing>) {
    const repository = yield* ExperimentRepository
    const flags = yield* FeatureFlagRepository
    const transaction = yield* Transaction

    const nameFor = Effect.fnUntraced(function*({ name, project_id }: Experiment) {
      const start = Array.from(name).slice(0, 300).join("")
      const like = yield* repository.all(project_id, { where: contains("name", start) })
      return nameOfCopy(name, new Set(like.map((one) => one.name)))
    })

    /** A copy has the variants and the group type of its flag as it is now; a new flag has those of the source's. */
    const parametersWith = Effect.fnUntraced(
      function*({ parameters, project_id }: Experiment, key: string, own: FeatureFlag) {
        const known = key === own.key ? own : Option.getOrUndefined(yield* flags.first(project_id, flagByKey(key)))
        return withSplitOf(withoutSplitAtEnd(parameters), known ?? own)
      }
    )

    return Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
      const sent = yield* readFields(duplicationFields, body)
      const source = yield* editing.lock(by, id)
      const own = yield* editing.flagOf(by, source)
      const key = sent.feature_flag_key ?? own.key
      const copy = copyOf(source, { name: sent.name ?? (yield* nameFor(source)), feature_flag_key: key })
      return yield* editing.make(by, { ...copy, parameters: yield* parametersWith(source, key, own) })
    }, transaction.run)
  }
)
