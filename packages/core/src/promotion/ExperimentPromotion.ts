import { Effect, Option, Struct } from "effect"
import { fieldChanges } from "../activity/FieldDiff.ts"
import { is } from "../entities/Where.ts"
import type { Experiment, ExperimentId } from "../experiments/Experiment.ts"
import { ExperimentRepository } from "../experiments/ExperimentRepository.ts"
import { Experiments } from "../experiments/Experiments.ts"
import { withSplitOf } from "../experiments/flags/FollowingParameters.ts"
import { withoutSplitAtEnd } from "../experiments/flags/SplitAtEnd.ts"
import type { ApprovalRequired } from "../flags/approvals/ChangeRequestErrors.ts"
import { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import { flagByKey } from "../flags/model/FlagFilter.ts"
import type { Project } from "../identity/Project.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { PortableRecord, Promotable } from "./Promoting.ts"

/** A fingerprint follows from the experiment that the metric stands in. */
const withoutFingerprints = (metrics: ReadonlyArray<JsonRecord> | null) =>
  metrics === null ? null : metrics.map((metric) => Struct.omit(metric, ["fingerprint"]))

const fieldsOf = (experiment: Experiment): JsonRecord => ({
  ...Struct.pick(experiment, [
    "description",
    "type",
    "filters",
    "secondary_metrics",
    "exposure_criteria",
    "stats_config"
  ]),
  metrics: withoutFingerprints(experiment.metrics),
  metrics_secondary: withoutFingerprints(experiment.metrics_secondary),
  saved_metrics_ids: experiment.saved_metrics.map(({ metadata, saved_metric }) => ({ id: saved_metric, metadata })),
  // A shared metric of the same name may have another uuid there: the order begins anew.
  ...(experiment.saved_metrics.length > 0 ? undefined : {
    primary_metrics_ordered_uuids: experiment.primary_metrics_ordered_uuids ?? [],
    secondary_metrics_ordered_uuids: experiment.secondary_metrics_ordered_uuids ?? []
  })
})

const skippedOf = ({ holdout_id, saved_metrics }: Experiment): ReadonlyArray<string> => [
  ...(holdout_id === null ? [] : ["holdout_id"]),
  ...(saved_metrics.length === 0 ? [] : ["primary_metrics_ordered_uuids", "secondary_metrics_ordered_uuids"])
]

/** Experiments as they are promoted: one of the same name is the same experiment, that of the same flag first. */
export const makeExperimentPromotion = Effect.gen(function*() {
  const repository = yield* ExperimentRepository
  const flags = yield* FeatureFlagRepository
  const experiments = yield* Experiments

  const portableOf = Effect.fnUntraced(
    function*(experiment: Experiment): Effect.fn.Return<PortableRecord<ExperimentId>> {
      const { feature_flag_id: id, parameters, project_id } = experiment
      const flag = yield* Effect.orDie(Effect.flatMap(flags.find(project_id, id), Effect.fromOption))
      const body = {
        feature_flag_key: flag.key,
        parameters: withSplitOf(withoutSplitAtEnd(parameters), flag),
        ...fieldsOf(experiment)
      }
      return { id: experiment.id, name: experiment.name, body, flag: id, skipped: skippedOf(experiment) }
    }
  )

  const counterpart = Effect.fnUntraced(function*(into: Project, { body, name }: PortableRecord<ExperimentId>) {
    const named = yield* Effect.forEach(yield* repository.all(into.id, { where: is("name", name) }), portableOf)
    return named.find((one) => one.body["feature_flag_key"] === body["feature_flag_key"]) ?? named[0]
  })

  const kind = {
    type: "experiment",
    scope: "experiment:write",
    counterpart,
    lock: (into) => repository.lock(into.id),
    changes: (before, after) => fieldChanges("Experiment", before, after),
    /** A flag that is there decides by its own variants. */
    create: Effect.fnUntraced(function*(into, name, body) {
      const key = String(body["feature_flag_key"])
      const flag = Option.getOrUndefined(yield* flags.first(into.project.id, flagByKey(key)))
      const sent = body["parameters"] as JsonRecord | null
      const parameters = flag === undefined ? sent : withSplitOf(sent, flag)
      return (yield* experiments.create(into, { ...body, name, parameters })).id
    }),
    // The experiment is locked, and was found there. Its flag follows the parameters, also once it has begun.
    update: (into, id, body) =>
      experiments.patch(into, String(id), {
        ...body,
        ...(body["parameters"] === undefined ? undefined : { update_feature_flag_params: true })
      }).pipe(Effect.asVoid, Effect.catchTag("ExperimentNotFound", Effect.die))
  } satisfies Promotable<ExperimentId, ApprovalRequired | InvalidInput>

  return { kind, portableOf }
})
